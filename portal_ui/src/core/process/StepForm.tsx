import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { type FieldValues, useFormState } from 'react-hook-form';
import type { ProcessRecord, RequestUpdate, SaveAnswer } from '../../api/requests';
import { DraftNote, SavedState } from '../forms/DraftAlerts';
import { FieldInputs, FieldTexts, type StepField, useFieldText } from '../forms/FieldDefinition';
import { fieldProblems } from '../forms/fieldValidation';
import { PortalForm, usePortalFormContext } from '../forms/PortalForm';
import type { ToFormPath } from '../forms/serverErrors';
import type { PortalFormState } from '../forms/usePortalForm';
import type { Problems } from '../forms/validators';
import { useEditing, useProcess } from './processContext';
import { recordDifferences, recordMerging, useFilledFrom } from './recordMerging';
import { Pane, TwoColumns } from './StepPane';

import { useProcessSave } from './useProcessUpdater';
import { recordDraftKey } from './useRecordForm';

export interface FormPaneProps<R extends ProcessRecord, T extends FieldValues> {
  title: string;
  /** The action that lets the viewer save, the call it makes, and what is said then. */
  action: string;
  write: (record: R, values: T) => RequestUpdate;
  done: string;
  valuesOf: (record: R) => T;
  /** By these the values are typed in, judged, read, and told where somebody else changed them. */
  fields: readonly StepField[];
  /** What is wrong with values of other fields, and what these are called. */
  problemsOf?: ((values: T) => Problems) | undefined;
  labelOf?: ((path: string) => string) | undefined;
  toFormPath?: ToFormPath;
  /** How many values are read side by side. */
  columns?: 1 | 2;
  /** What stands at the right of them. */
  aside?: ReactNode;
  /** Where they are more than a grid: the fields to fill in, the same values only to read, and what is around either. */
  inputs?: ReactNode;
  view?: ReactNode;
  layout?: (content: ReactNode) => ReactNode;
  /** What those who fill it in are told, and the others. */
  instruction?: ReactNode;
  note?: ReactNode;
  /** The values are offered by the portal: they can be saved as they are. */
  offered?: boolean;
  /** Why it cannot be saved while something is wrong; without it Save is open and judges. */
  incomplete?: string;
  /** A quiet action at the left of the bar. */
  secondary?: ReactNode;
  /** It holds rows beside its fields, which are saved together. */
  carriesRows?: boolean;
}

/** A tab that is one form for those who may save it, and text for the others. */
export function FormPane<R extends ProcessRecord, T extends FieldValues>(props: FormPaneProps<R, T>) {
  const { title, action, fields, valuesOf, columns = 2, aside, note, secondary } = props;
  const { record } = useProcess<R>();
  const { editing, canSave } = useEditing(action);
  const layout = props.layout ?? ((content: ReactNode) => <TwoColumns aside={aside}>{content}</TwoColumns>);
  if (editing) return <FormEditor {...props} {...{ layout, canSave }} />;
  return (
    <Pane title={title} note={note} bar={{ secondary }}>
      {layout(props.view ?? <FieldTexts fields={fields} values={valuesOf(record)} columns={columns} mayFollow />)}
    </Pane>
  );
}

type EditorProps<R extends ProcessRecord, T extends FieldValues> = FormPaneProps<R, T> & {
  layout: (content: ReactNode) => ReactNode;
  canSave: boolean;
};

function FormEditor<R extends ProcessRecord, T extends FieldValues>(props: EditorProps<R, T>) {
  const { write, done, fields, valuesOf, problemsOf, toFormPath, carriesRows = false } = props;
  const page = useProcess<R>();
  const { record, step, editable } = page;
  const { run } = useProcessSave();
  const translate = useTranslate();
  const fieldText = useFieldText();
  const fieldAt = (path: string) => fields.find(({ source }) => source === path);
  const labelOf = (path: string) => translate(fieldAt(path)?.label ?? '', { _: '' }) || (props.labelOf?.(path) ?? '');
  const textOf = (path: string, value: unknown) => {
    const field = fieldAt(path);
    return field ? fieldText(field, value) : '';
  };
  // Values without an input of their own are kept as well.
  const namedOf = (path: string) => labelOf(path) || translate('saving.stale.otherField');

  const send: Send<T> = (values, edited, movesOn = false) => {
    const sent = structuredClone(values);
    const merging = recordMerging<R, T>(edited, { valuesOf, labelOf: namedOf, textOf }, (typed) =>
      send(typed, edited, movesOn),
    );
    return run(write(record, sent), {
      done,
      movesOn,
      merging: carriesRows ? merging : undefined,
      place: (error) => edited.place(error, toFormPath),
      onSaved: () => edited.markSaved(sent),
    });
  };
  return (
    <PortalForm<T>
      values={valuesOf(record)}
      validate={(values) => ({ ...fieldProblems(fields, values), ...problemsOf?.(values) })}
      draft={{ key: recordDraftKey(page), disabled: !editable, over: !editable && step.state === 'done' }}
      keepsDraft
      asksBeforeLeaving={editable}
      differences={(fresh, edited) => recordDifferences(edited, fresh, { valuesOf, labelOf, textOf })}
      onSave={(values, edited) => send(values, edited)}
    >
      <EditorPane {...props} send={send} />
    </PortalForm>
  );
}

/** Sends the values of the form; `movesOn` where a transition follows. */
type Send<T extends FieldValues> = (
  values: T,
  edited: PortalFormState<T>,
  movesOn?: boolean,
) => Promise<SaveAnswer | null>;

type EditorPaneProps<R extends ProcessRecord, T extends FieldValues> = EditorProps<R, T> & { send: Send<T> };

function EditorPane<R extends ProcessRecord, T extends FieldValues>(props: EditorPaneProps<R, T>) {
  const { title, fields, valuesOf, canSave, send } = props;
  const { inputs, layout, instruction, offered = false, incomplete, secondary } = props;
  const { record } = useProcess<R>();
  const translate = useTranslate();
  const edited = usePortalFormContext<T>();
  const { isValid } = useFormState();
  useFilledFrom(record, edited, valuesOf);
  const onSave = async (movesOn?: boolean) => {
    let answer: SaveAnswer | null = null;
    await edited.form.handleSubmit(async (values) => {
      answer = await send(values as unknown as T, edited, movesOn);
    })();
    return answer;
  };
  const reason = incomplete === undefined || isValid ? null : translate(incomplete);
  return (
    <Pane
      title={title}
      note={instruction}
      bar={{
        secondary: (
          <>
            {secondary}
            <SavedState state={savedState(edited, offered)} />
          </>
        ),
        save: canSave ? { onSave, disabled: reason !== null || !(edited.dirty || offered), reason } : undefined,
      }}
    >
      <DraftNote form={edited} square />
      <div>
        {layout(inputs ?? <FieldInputs fields={fields} />)}
        {/* Browsers submit on Enter only where a form has a submit button; the visible one is in the bar below. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </div>
    </Pane>
  );
}

/** Whether everything of a record's form is saved; `offered`: what it shows is the portal's offer. */
export function savedState<T extends FieldValues>({ dirty, saved }: PortalFormState<T>, offered = false) {
  if (dirty) return 'kept';
  if (isBlank(saved())) return 'untouched';
  return offered ? 'unsaved' : 'saved';
}

/** Whether a form's values hold nothing that anybody entered. */
const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isBlank)
    : value === '' || value === null || value === undefined || value === false;
