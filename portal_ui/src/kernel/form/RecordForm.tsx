import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { SaveButton } from 'react-admin';
import { FormProvider, useWatch } from 'react-hook-form';
import type { Field } from '../../server/types';
import { BottomBar } from '../saving/BottomBar';
import { DraftNote, SavedState } from '../saving/DraftNote';
import { judgeAfterTyping } from '../saving/judgeAfterTyping';
import { ProblemAlert } from '../saving/ProblemAlert';
import { StaleNotice } from '../saving/StaleNotice';
import { onSubmitShortcut } from '../saving/useSubmitShortcut';
import type { OwnInputs } from './DeclaredField';
import { FieldSections } from './FieldSections';
import { isRight } from './fieldRules';
import { type DeclaredRecord, type FormValues, isReadOnly, isShown, isWritten, pictureUrl } from './formValues';
import { type DeclaredFormOptions, useDeclaredForm } from './useDeclaredForm';

type Props = DeclaredFormOptions & {
  /** What the record is called. */
  name: string;
  /** Save may be pressed before anything is typed: it says what is missing. */
  alwaysEnableSave?: boolean;
  /** The bar stays at the foot of the card, where a page has several of them. */
  barInPlace?: boolean;
  inputs?: OwnInputs | undefined;
  /** At the left of the bar. */
  start?: ReactNode;
};

/** The fields of a record, what stood against their last save, and the bar, within react-admin's Create or Edit. */
export function RecordForm(props: Props) {
  const { form: declared, record: read, name, inputs = {}, start, dialog } = props;
  const { alwaysEnableSave = false, barInPlace = false } = props;
  const edited = useDeclaredForm(props);
  const { form, fields, opened, dirty, problem, stale, submit } = edited;
  const missing = useMissing(form.control, fields, opened);
  const reasonId = useId();
  useEffect(() => dialog?.onMissing(missing), [dialog, missing]);
  const saveButton = useFocusAfter(stale !== null);
  // Read again in another language, it is the same record.
  const shown = opened && read?.version === opened.version ? read : opened;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        id={dialog?.formId}
        {...judgeAfterTyping(form)}
        onKeyDown={onSubmitShortcut(submit)}
        onSubmit={(event: FormEvent) => {
          // It may stand in a dialog of a page that is a form, too.
          event.stopPropagation();
          void submit(event);
        }}
      >
        <Box sx={{ display: 'grid', gap: 3, ...(dialog ? {} : { padding: { xs: 2, sm: 3 } }) }}>
          <DraftNote form={edited} />
          <FieldSections {...{ fields, inputs, name }} sections={declared.sections} record={shown} />
          {stale && <StaleNotice differences={stale.differences} onResolve={edited.resolveConflict} />}
          {dialog && <ProblemAlert problem={problem} />}
        </Box>
        {!dialog && !isReadOnly(declared) && (
          <BottomBar
            {...(barInPlace ? { sx: { position: 'static' } } : {})}
            reason={dirty && !alwaysEnableSave && missing}
            reasonId={reasonId}
            problem={<ProblemAlert problem={problem} square onClose={() => edited.tell(null)} />}
            start={
              <>
                {start}
                <SavedState state={dirty ? 'unsaved' : opened ? 'saved' : 'untouched'} />
              </>
            }
          >
            <Box ref={saveButton} sx={{ display: 'contents' }}>
              <SaveButton
                label="form.save"
                icon={null}
                disabled={stale !== null || missing !== null}
                aria-describedby={reasonId}
                {...(alwaysEnableSave && stale === null ? { alwaysEnable: true } : {})}
              />
            </Box>
          </BottomBar>
        )}
      </form>
    </FormProvider>
  );
}

type Control = ReturnType<typeof useDeclaredForm>['form']['control'];

/** The fields that are missing or not right yet, in words; null where all are right. */
function useMissing(control: Control, fields: readonly Field[], record: DeclaredRecord | undefined): string | null {
  const translate = useTranslate();
  const values = useWatch({ control }) as FormValues;
  const wrong = fields.filter(
    (field) =>
      isWritten(field, record ? 'edit' : 'create') &&
      isShown(field, fields, values) &&
      !isRight(field, values, pictureUrl(field.key, record) !== null),
  );
  return wrong.length === 0 ? null : translate('form.missing', { fields: wrong.map(({ label }) => label).join(', ') });
}

/** Gives the focus to the button inside when what stood above it is gone, the button pressed there with it. */
function useFocusAfter(shown: boolean) {
  const target = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current && !shown) target.current?.querySelector('button')?.focus();
    before.current = shown;
  }, [shown]);
  return target;
}
