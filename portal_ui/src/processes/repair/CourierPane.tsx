import Box from '@mui/material/Box';
import { type ReactNode, useCallback } from 'react';
import { ActionBar } from '../../kernel/process/ActionBar';
import { FormPane, SavedState } from '../../kernel/process/FormPane';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { useFormSave } from '../../kernel/process/useFormSave';
import { useRecordForm } from '../../kernel/process/useRecordForm';
import { useMeta } from '../../server/meta';
import { CourierForm } from '../../shared/shipping/CourierForm';
import { type CourierField, type CourierFields, courierProblems } from '../../shared/shipping/rules';
import { CourierView } from '../../shared/shipping/ShippingView';
import { write } from './kind';
import { useFieldLabel, useRuleWords } from './ruleWords';
import type { Repair } from './types';

export interface CourierPaneProps {
  title: string;
  done: string;
  /** The action that lets the viewer save, and the call it makes. */
  action: string;
  path: string;
  needed: readonly CourierField[];
  withNote: boolean;
  /** Keep it steady. */
  valuesOf: (record: Repair) => CourierFields;
  aside?: ReactNode;
}

/** A courier's journey: a form for those who arrange it, text for the others. */
export function CourierPane(props: CourierPaneProps) {
  const { editable, held } = useProcess();
  const canSave = useAction(props.action) !== undefined;
  return editable && (canSave || held) ? <CourierEditor {...props} canSave={canSave} /> : <CourierReader {...props} />;
}

function CourierEditor(props: CourierPaneProps & { canSave: boolean }) {
  const { title, done, path, needed, withNote, valuesOf, aside, canSave } = props;
  const { record } = useProcess<Repair>();
  const { limits } = useMeta();
  const words = useRuleWords();
  const labelOf = useFieldLabel();
  const problemsOf = useCallback(
    (values: CourierFields) => words(courierProblems(values, needed, limits.note)),
    [words, needed, limits.note],
  );
  const courier = useRecordForm<Repair, CourierFields>({ valuesOf, problemsOf, labelOf });
  const onSave = useFormSave(courier, {
    write: ({ note, ...fields }) => write(record, path, withNote ? { ...fields, note } : fields),
    done,
  });
  return (
    <>
      <PaneHead title={title} />
      <StepNote />
      <FormPane record={courier} onSubmit={onSave}>
        <TwoColumns aside={aside}>
          <CourierForm needed={needed} {...(withNote ? { noteLimit: limits.note } : {})} />
        </TwoColumns>
      </FormPane>
      <ActionBar
        secondary={<SavedState dirty={courier.dirty} />}
        save={canSave ? { onSave, disabled: !courier.dirty } : undefined}
      />
    </>
  );
}

function CourierReader({ title, withNote, valuesOf, aside }: CourierPaneProps) {
  const { record } = useProcess<Repair>();
  return (
    <>
      <PaneHead title={title} />
      <StepNote />
      <TwoColumns aside={aside}>
        <CourierView values={valuesOf(record)} withNote={withNote} />
      </TwoColumns>
      <ActionBar />
    </>
  );
}

/** The task at the left, what it is about at the right; below one another where it is narrow. */
export function TwoColumns({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        paddingInline: 2,
        paddingBlock: 1,
        paddingBottom: 3,
        gridTemplateColumns: aside ? { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' } : 'minmax(0, 1fr)',
      }}
    >
      <Box sx={{ minWidth: 0, maxWidth: 720 }}>{children}</Box>
      {aside && (
        <Box
          sx={(theme) => ({
            borderInlineStart: { lg: `1px solid ${theme.vars.palette.divider}` },
            borderTop: { xs: `1px solid ${theme.vars.palette.divider}`, lg: 0 },
            paddingInlineStart: { lg: 3 },
            paddingTop: { xs: 3, lg: 0 },
          })}
        >
          {aside}
        </Box>
      )}
    </Box>
  );
}
