import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { Form, RecordContextProvider, useEvent, useFormIsDirty, useRecordContext } from 'ra-core';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type FieldValues, type Mode, useFormContext } from 'react-hook-form';
import type { Difference } from './dirtyValues';
import { useUnsavedForm } from './unsavedForms';
import type { DraftOptions } from './useDraft';
import { type PortalFormState, usePortalForm } from './usePortalForm';
import { validateOnBlurWhenDirty } from './validateOnBlurWhenDirty';
import { createResolver, type ValidationErrors } from './validators';

export interface PortalFormProps<T extends FieldValues> {
  /** Saved values, at first; values of a newer record are set with `fill`. */
  values: T;
  /** Values that the form opens with instead: those of the draft of a new request. */
  restored?: T | null;
  /** Validation of the whole form, for values without an input. Otherwise inputs have validators. */
  validate?: ((values: T) => ValidationErrors) | undefined;
  /** Validation mode; by default, fields are validated on blur once dirty. */
  mode?: Mode | 'afterTyping';
  /** Options of the draft; without them, no draft is kept. */
  draft?: DraftOptions<T>;
  /** Keep the draft when the form is left, as the leave prompt then offers. */
  keepsDraft?: boolean;
  /** Ask for confirmation before leaving with unsaved changes. */
  confirmsLeaving?: boolean;
  /** Callback to save valid values. The form is submitting until its promise settles. */
  onSave: (values: T, form: PortalFormState<T>) => unknown;
  /** Return the differences of a newer record, with the typed values. */
  differences?: (latest: unknown, form: PortalFormState<T>) => Difference[];
  children: ReactNode;
}

const NO_DRAFT: DraftOptions<unknown> = { key: '', disabled: true };

// react-admin resets the form in an effect of its first render. Keep the values typed by then.
const KEEP_DIRTY_VALUES = { keepDirtyValues: true, keepFieldsRef: true };

// The parent of the form lays out the form's children.
const PlainForm = styled(Form)({ display: 'contents' }) as typeof Form;

/** react-admin form with a draft, a leave prompt and server errors on its fields. */
export function PortalForm<T extends FieldValues>(props: PortalFormProps<T>) {
  const { values, restored, validate, mode = 'afterTyping', draft = NO_DRAFT, onSave, ...inner } = props;
  const [first] = useState(values);
  const [opened] = useState(restored ?? values);
  const record = useRecordContext();
  const state = useRef<PortalFormState<T>>(null);
  // Restore drafts after that reset, which would drop values without an input, such as files.
  const [isReset, setReset] = useState(false);
  useEffect(() => setReset(true), []);
  const submit = useEvent(async (typed: FieldValues) => {
    if (state.current) await onSave(typed as T, state.current);
  });
  return (
    <PlainForm
      noValidate
      disableInvalidFormNotification
      record={opened}
      resetOptions={KEEP_DIRTY_VALUES}
      mode={mode === 'afterTyping' ? 'onSubmit' : mode}
      {...(validate && { resolver: createResolver((typed: FieldValues) => validate(typed as T)) })}
      onSubmit={submit}
    >
      {/* react-admin's Form provides its values as the record; provide the record of the page again. */}
      <RecordContextProvider value={record}>
        <FormBody<T>
          {...inner}
          draft={isReset ? draft : { ...draft, disabled: true }}
          first={first}
          state={state}
          validatesAfterTyping={mode === 'afterTyping'}
        />
      </RecordContextProvider>
    </PlainForm>
  );
}

type BodyProps<T extends FieldValues> = Pick<
  PortalFormProps<T>,
  'keepsDraft' | 'confirmsLeaving' | 'differences' | 'children'
> & {
  first: T;
  draft: DraftOptions<T>;
  state: RefObject<PortalFormState<T> | null>;
  validatesAfterTyping: boolean;
};

function FormBody<T extends FieldValues>(props: BodyProps<T>) {
  const { first, state, draft, keepsDraft = false, confirmsLeaving = true } = props;
  const { differences, validatesAfterTyping, children } = props;
  const form = useFormContext<T>();
  const edited = usePortalForm(form, first, draft, useFormIsDirty());
  const { dirty, discard, isAutosaved } = edited;
  const getDifferences = useEvent((latest: unknown) => differences?.(latest, edited) ?? []);
  useUnsavedForm({
    dirty: dirty && confirmsLeaving,
    discard,
    keepsDraft: keepsDraft && isAutosaved,
    differences: getDifferences,
  });
  useLayoutEffect(() => {
    state.current = edited;
  });
  return (
    <PortalFormContext.Provider value={edited as unknown as PortalFormState<FieldValues>}>
      <Box {...(validatesAfterTyping ? validateOnBlurWhenDirty(form) : {})} sx={{ display: 'contents' }}>
        {children}
      </Box>
    </PortalFormContext.Provider>
  );
}

const PortalFormContext = createContext<PortalFormState<FieldValues> | null>(null);

/** Return the state of the surrounding PortalForm. */
export function usePortalFormContext<T extends FieldValues>(): PortalFormState<T> {
  const state = useContext(PortalFormContext);
  if (!state) throw new Error('usePortalFormContext must be used within PortalForm');
  return state as unknown as PortalFormState<T>;
}
