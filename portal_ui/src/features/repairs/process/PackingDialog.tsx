import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Repair, RepairPart } from '../../../api/repairs';
import { FormDialog } from '../../../core/forms/FormDialog';
import type { ValidationErrors } from '../../../core/forms/validators';
import { useProcess } from '../../../core/process/processContext';
import type { RowPosition } from './DialogRows';
import { PackingHead } from './PackingHead';
import { PackingUnit } from './PackingUnit';
import type { ActionResult } from './ResultLine';
import { FIELDS, type PackingForm, validatePacking } from './repairPacking';
import { buildRowKey, filterServicedParts } from './unitRows';

/** Number of units up to which all details are shown at first. */
const MAX_EXPANDED = 3;

/** Number of rows that the dialog opens with; the others follow. */
const FIRST_ROWS = 30;

/** Position of a row, and its field to focus, if any. */
type FieldPosition = RowPosition & { field?: (typeof FIELDS)[number] | undefined };

/**
 * Dialog of the units' packages, customs data and courier details.
 * It edits the form of the tab.
 */
export default function PackingDialog({ onClose }: { onClose: () => void }) {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const { control, getValues, getFieldState, trigger } = useFormContext<PackingForm>();
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  const renderedParts = useDeferredValue(parts, parts.slice(0, FIRST_ROWS));
  const packageCount = useWatch({ control, name: 'packages' }).length;
  const [result, setResult] = useState<ActionResult | null>(null);

  const findFirst = (isInvalid: (path: `rows.${string}`) => boolean) =>
    parts
      .flatMap(({ id }) => FIELDS.map((field) => ({ key: buildRowKey(id), field })))
      .find(({ key, field }) => isInvalid(`rows.${key}.${field}`));
  const [current, setCurrent] = useState<FieldPosition>(() => {
    const first = findFirst((path) => getFieldState(path).invalid);
    return first ? { ...first, turn: 1 } : { key: '', turn: 0 };
  });
  const show = (key: string, field?: FieldPosition['field']) =>
    setCurrent(({ turn }) => ({ key, field, turn: turn + 1 }));

  const finish = async () => {
    const errors: ValidationErrors = validatePacking({ rows: getValues('rows') });
    const first = findFirst((path) => path in errors);
    if (!first) return onClose();
    await trigger(Object.keys(errors) as `rows.${string}`[]);
    show(first.key, first.field);
  };
  return (
    <FormDialog
      title={translate('repair.packing.title')}
      submitLabel={translate('repair.arrivals.done')}
      hasCloseIcon
      onSubmit={finish}
      maxWidth="md"
      onClose={onClose}
    >
      <PackingHead
        {...{ parts, packageCount, result }}
        onResult={setResult}
        onPack={({ id }: RepairPart) => show(buildRowKey(id))}
      />
      {/* The head has a line of its own. */}
      <Box sx={{ marginTop: -2, '& > :first-of-type': { borderTop: 0 } }}>
        {renderedParts.map((part) => {
          const isCurrent = current.key === buildRowKey(part.id);
          return (
            <PackingUnit
              key={part.id}
              {...{ part, parts, packageCount }}
              isExpandedFirst={parts.length <= MAX_EXPANDED}
              turn={isCurrent ? current.turn : 0}
              field={isCurrent ? current.field : undefined}
              onResult={setResult}
            />
          );
        })}
      </Box>
    </FormDialog>
  );
}
