import Link from '@mui/material/Link';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { type FieldValues, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { ProcessRecord, RequestUpdate, SaveResponse } from '../../api/requests';
import { RestoredDraftAlert, SaveStatus } from '../forms/DraftAlerts';
import { type FieldDefinition, FieldInputs, FieldValueList, useFormatField } from '../forms/FieldDefinition';
import { validateFields } from '../forms/fieldValidation';
import { usePortalFormContext } from '../forms/PortalForm';
import type { ToFormPath } from '../forms/serverErrors';
import type { PortalFormState } from '../forms/usePortalForm';
import type { ValidationErrors, ValidationMessage } from '../forms/validators';
import type { AsideProps } from './AsideColumns';
import { ProcessForm } from './ProcessForm';
import { useEditing, useProcess } from './processContext';
import { createRecordMerging, type RecordValues } from './recordMerging';
import { PaneBody, StepPane } from './StepPane';
import { useProcessUpdater } from './useProcessUpdater';

export interface StepFormProps<R extends ProcessRecord, T extends FieldValues>
  extends Pick<AsideProps, 'aside' | 'asideSummary'> {
  title: string;
  /** Action that allows the viewer to save, its update and the success message. */
  action: string;
  write: (record: R, values: T) => RequestUpdate;
  successMessage: string;
  getValues: (record: R) => T;
  /** Declared fields: input, validation, formatting, and names in version conflicts. */
  fields: readonly FieldDefinition[];
  /** Validation and labels of values that are not in `fields`. */
  validate?: ((values: T) => ValidationErrors) | undefined;
  getLabel?: ((path: string) => string) | undefined;
  toFormPath?: ToFormPath;
  /** Number of columns of the read-only values. */
  columns?: 1 | 2;
  /** Replacements of the default inputs and read-only values. */
  inputs?: ReactNode;
  view?: ReactNode;
  /** Text above the form; `note` is for viewers who cannot edit. */
  instruction?: ReactNode;
  note?: ReactNode;
  /** Whether the values are suggested by the portal and can be saved as they are. */
  isPrefilled?: boolean;
  /** Return the message of what an invalid form lacks. Without it, Save is enabled and validates. */
  getMissing?: ((values: T, errors: ValidationErrors) => ValidationMessage) | undefined;
  /** Secondary action at the left of the bar. */
  secondary?: ReactNode;
  /** Whether the form contains rows, which are saved with its fields. */
  mergesRows?: boolean;
}

/** Tab with one form, or with its values as text if the viewer cannot save. */
export function StepForm<R extends ProcessRecord, T extends FieldValues>(props: StepFormProps<R, T>) {
  const { title, action, fields, getValues, columns = 2, aside, asideSummary, note, secondary } = props;
  const { record } = useProcess<R>();
  const { editing, canSave } = useEditing(action);
  if (editing) return <FormEditor {...props} canSave={canSave} />;
  return (
    <StepPane {...{ title, note, aside, asideSummary }} bar={{ secondary }}>
      {props.view ?? (
        <PaneBody>
          <FieldValueList fields={fields} values={getValues(record)} columns={columns} showNotSet />
        </PaneBody>
      )}
    </StepPane>
  );
}

type EditorProps<R extends ProcessRecord, T extends FieldValues> = StepFormProps<R, T> & { canSave: boolean };

function FormEditor<R extends ProcessRecord, T extends FieldValues>(props: EditorProps<R, T>) {
  const { write, successMessage, fields, getValues, validate, toFormPath, mergesRows = false } = props;
  const { record } = useProcess<R>();
  const { run } = useProcessUpdater();
  const translate = useTranslate();
  const fieldText = useFormatField();
  const findField = (path: string) => fields.find(({ source }) => source === path);
  const values: RecordValues<R, T> = {
    getValues,
    getLabel: (path) => translate(findField(path)?.label ?? '', { _: '' }) || (props.getLabel?.(path) ?? ''),
    formatValue: (path, value) => {
      const field = findField(path);
      return field ? fieldText(field, value) : '';
    },
    otherLabel: translate('saving.stale.otherField'),
  };
  const send: Send<T> = (typed, edited, isTransition = false) => {
    const sent = structuredClone(typed);
    const merging = createRecordMerging(edited, values, (remaining) => send(remaining, edited, isTransition));
    return run(write(record, sent), {
      successMessage,
      isTransition,
      merging: mergesRows ? merging : undefined,
      applyServerErrors: (error) => edited.applyServerErrors(error, toFormPath),
      onSaved: () => edited.markSaved(sent),
    });
  };
  return (
    <ProcessForm<R, T>
      {...values}
      validate={(typed) => ({ ...validateFields(fields, typed), ...validate?.(typed) })}
      onSave={(typed, edited) => send(typed, edited)}
    >
      <EditorPane {...props} send={send} />
    </ProcessForm>
  );
}

/** Save of the form's values; `isTransition` if a transition follows. */
type Send<T extends FieldValues> = (
  values: T,
  edited: PortalFormState<T>,
  isTransition?: boolean,
) => Promise<SaveResponse | null>;

type EditorPaneProps<R extends ProcessRecord, T extends FieldValues> = EditorProps<R, T> & { send: Send<T> };

function EditorPane<R extends ProcessRecord, T extends FieldValues>(props: EditorPaneProps<R, T>) {
  const { title, fields, canSave, send, aside, asideSummary } = props;
  const { inputs, instruction, isPrefilled = false, getMissing, validate, secondary } = props;
  const edited = usePortalFormContext<T>();
  const { isValid } = useFormState();
  const onSave = async (isTransition?: boolean) => {
    let response: SaveResponse | null = null;
    await edited.form.handleSubmit(async (values) => {
      response = await send(values as unknown as T, edited, isTransition);
    })();
    return response;
  };
  const isIncomplete = getMissing !== undefined && !isValid;
  const getErrors = (values: T) => ({ ...validateFields(fields, values), ...validate?.(values) });
  return (
    <StepPane
      {...{ title, aside, asideSummary }}
      note={instruction}
      bar={{
        secondary: (
          <>
            {secondary}
            <SaveStatus state={getSaveStatus(edited, isPrefilled, !isIncomplete)} />
          </>
        ),
        save: canSave
          ? {
              onSave,
              disabled: isIncomplete || !(edited.dirty || isPrefilled),
              reason: isIncomplete ? (
                <MissingLink {...{ getErrors, getMissing }} onClick={() => void edited.form.handleSubmit(() => {})()} />
              ) : null,
            }
          : undefined,
      }}
    >
      <RestoredDraftAlert form={edited} square />
      {inputs ?? (
        <PaneBody>
          <FieldInputs fields={fields} />
        </PaneBody>
      )}
      {/* Enter submits only forms that contain a submit button; the visible one is in the bar below. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </StepPane>
  );
}

interface MissingLinkProps<T extends FieldValues> {
  getErrors: (values: T) => ValidationErrors;
  getMissing: (values: T, errors: ValidationErrors) => ValidationMessage;
  onClick: () => void;
}

/** Link with what the form lacks as typed, to the first invalid field. */
function MissingLink<T extends FieldValues>({ getErrors, getMissing, onClick }: MissingLinkProps<T>) {
  const translate = useTranslate();
  const { getValues } = useFormContext<T>();
  useWatch();
  const values = getValues();
  const errors = getErrors(values);
  // The form's own validation, which removes this link, follows a moment later.
  if (Object.keys(errors).length === 0) return null;
  const text = getMissing(values, errors);
  return (
    <Link component="button" type="button" variant="body2" underline="always" onClick={onClick} sx={linkStyle}>
      {typeof text === 'string' ? translate(text) : translate(text.message, text.args)}
    </Link>
  );
}

const linkStyle = { textAlign: 'start' } as const;

/**
 * Return the save status of a record's form. `offered`: the portal suggests the values, which can be saved once
 * complete.
 */
export function getSaveStatus<T extends FieldValues>(
  { dirty, isAutosaved, saved }: PortalFormState<T>,
  offered = false,
  isComplete = true,
) {
  if (dirty) return isAutosaved ? 'kept' : 'unsaved';
  if (isBlank(saved()) || (offered && !isComplete)) return null;
  return offered ? 'unsaved' : 'saved';
}

/** Return whether all values of a form are empty. */
const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isBlank)
    : value === '' || value === null || value === undefined || value === false;
