import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { DraftNote, SavedState } from '../saving/DraftNote';
import { judgeAfterTyping } from '../saving/judgeAfterTyping';
import type { Naming } from '../saving/merge';
import type { Problems } from '../saving/rules';
import type { ToFormPath } from '../saving/serverErrors';
import { Pane } from './Pane';
import { useEditing, useProcess, type WriteCall } from './processContext';
import type { ProcessRecord } from './types';
import { type RecordForm, useFormSave, useRecordForm } from './useRecordForm';

export interface FormPaneProps<R extends ProcessRecord, T extends FieldValues> {
  title: string;
  /** The action that lets the viewer save, the call it makes, and what is said then. */
  action: string;
  write: (record: R, values: T) => WriteCall;
  done: string;
  valuesOf: (record: R) => T;
  problemsOf: (values: T) => Problems;
  /** The key of a field's name, by its path. */
  labelOf: (path: string) => string;
  /** A value in words, where it is not told as it is. */
  textOf?: Naming['text'];
  toFormPath?: ToFormPath;
  /** The fields to fill in, and the same values only to read. */
  inputs: ReactNode;
  view: ReactNode;
  /** What stands around either of them. */
  layout: (content: ReactNode) => ReactNode;
  /** What those who fill it in are told, and the others. */
  instruction?: ReactNode;
  note?: ReactNode;
  /** The values are offered by the portal: they can be saved as they are. */
  offered?: boolean;
  /** Why it cannot be saved while something is wrong; without it Save is open and judges. */
  incomplete?: string;
  /** A quiet action at the left of the bar. */
  secondary?: ReactNode;
}

/** A tab that is one form for those who may save it, and text for the others. */
export function FormPane<R extends ProcessRecord, T extends FieldValues>(props: FormPaneProps<R, T>) {
  const { title, action, view, layout, note, secondary } = props;
  const { editing, canSave } = useEditing(action);
  if (editing) return <FormEditor {...props} canSave={canSave} />;
  return (
    <Pane title={title} note={note} bar={{ secondary }}>
      {layout(view)}
    </Pane>
  );
}

type EditorProps<R extends ProcessRecord, T extends FieldValues> = FormPaneProps<R, T> & { canSave: boolean };

function FormEditor<R extends ProcessRecord, T extends FieldValues>(props: EditorProps<R, T>) {
  const { title, write, done, valuesOf, problemsOf, labelOf, textOf, toFormPath, canSave } = props;
  const { inputs, layout, instruction, offered = false, incomplete, secondary } = props;
  const { record } = useProcess<R>();
  const translate = useTranslate();
  const edited = useRecordForm<R, T>({
    valuesOf,
    problemsOf,
    labelOf: (path) => translate(labelOf(path), { _: '' }),
    textOf,
  });
  const onSave = useFormSave(edited, { write: (values) => write(record, values), done, toFormPath });
  const reason = incomplete === undefined || edited.form.formState.isValid ? null : translate(incomplete);
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
      <FormProvider {...edited.form}>
        <DraftNote form={edited} square />
        <form
          noValidate
          {...judgeAfterTyping(edited.form)}
          onSubmit={(event) => {
            event.preventDefault();
            void onSave();
          }}
        >
          {layout(inputs)}
          {/* Browsers submit on Enter only where a form has a submit button; the visible one is in the bar below. */}
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </form>
      </FormProvider>
    </Pane>
  );
}

/** Whether everything of a record's form is saved; `offered`: what it shows is the portal's offer. */
export function savedState<T extends FieldValues>({ dirty, saved }: RecordForm<T>, offered = false) {
  if (dirty) return 'kept';
  if (isBlank(saved())) return 'untouched';
  return offered ? 'unsaved' : 'saved';
}

/** Whether a form's values hold nothing that anybody entered. */
const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isBlank)
    : value === '' || value === null || value === undefined || value === false;
