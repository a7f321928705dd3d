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
import { type DraftOptions, type PortalFormState, usePortalForm } from './usePortalForm';
import { validateOnBlurWhenDirty } from './validateOnBlurWhenDirty';
import { createResolver, type ValidationErrors } from './validators';

export interface PortalFormProps<T extends FieldValues> {
  /** Initial values; values of a newer record are set with `fill`. */
  values: T;
  /** Validates the whole form, where not every field has an input; else inputs have validators of their own. */
  validate?: ((values: T) => ValidationErrors) | undefined;
  /** When a field is validated: by default once it is left after something was typed. */
  mode?: Mode | 'afterTyping';
  /** How a draft is kept; none is where absent. */
  draft?: DraftOptions;
  /** The draft survives leaving the form, so that the leave prompt offers to keep it. */
  keepsDraft?: boolean;
  /** Whether what is typed is worth a question before it is lost. */
  confirmsLeaving?: boolean;
  /** Sends valid values; the form is submitting until it has settled. */
  onSave: (values: T, form: PortalFormState<T>) => unknown;
  /** Differences between the values that were read and those of a newer record, with the typed ones. */
  differences?: (fresh: unknown, form: PortalFormState<T>) => Difference[];
  children: ReactNode;
}

const NO_DRAFT: DraftOptions = { key: '', disabled: true };

// react-admin resets the form in an effect of its first render: fields that were typed into by then keep their values.
const KEEP_DIRTY_VALUES = { keepDirtyValues: true, keepFieldsRef: true };

// Its content is laid out as if the form element were not there.
const PlainForm = styled(Form)({ display: 'contents' }) as typeof Form;

/** A form of react-admin that keeps a draft, asks before it is left, and shows the server's errors on its fields. */
export function PortalForm<T extends FieldValues>(props: PortalFormProps<T>) {
  const { values, validate, mode = 'afterTyping', draft = NO_DRAFT, onSave, ...inner } = props;
  const [first] = useState(values);
  const record = useRecordContext();
  const state = useRef<PortalFormState<T>>(null);
  // Drafts are put back after that reset, which would take values without an input of their own, such as files.
  const [isReset, setReset] = useState(false);
  useEffect(() => setReset(true), []);
  const submit = useEvent(async (typed: FieldValues) => {
    if (state.current) await onSave(typed as T, state.current);
  });
  return (
    <PlainForm
      noValidate
      disableInvalidFormNotification
      record={first}
      resetOptions={KEEP_DIRTY_VALUES}
      mode={mode === 'afterTyping' ? 'onSubmit' : mode}
      {...(validate && { resolver: createResolver((typed: FieldValues) => validate(typed as T)) })}
      onSubmit={submit}
    >
      {/* Its parts read the record of the page, which react-admin has replaced by the values of the form. */}
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
  draft: DraftOptions;
  state: RefObject<PortalFormState<T> | null>;
  validatesAfterTyping: boolean;
};

function FormBody<T extends FieldValues>(props: BodyProps<T>) {
  const { first, state, draft, keepsDraft = false, confirmsLeaving = true } = props;
  const { differences, validatesAfterTyping, children } = props;
  const form = useFormContext<T>();
  const edited = usePortalForm(form, first, draft, useFormIsDirty());
  const { dirty, discard } = edited;
  const differencesOf = useEvent((fresh: unknown) => differences?.(fresh, edited) ?? []);
  useUnsavedForm({ dirty: dirty && confirmsLeaving, discard, keepsDraft, differences: differencesOf });
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

/** Access the PortalForm around a part of it. */
export function usePortalFormContext<T extends FieldValues>(): PortalFormState<T> {
  const state = useContext(PortalFormContext);
  if (!state) throw new Error('usePortalFormContext is for parts of a PortalForm');
  return state as unknown as PortalFormState<T>;
}
