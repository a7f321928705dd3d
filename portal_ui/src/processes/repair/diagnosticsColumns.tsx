import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { ConfirmWrite } from '../../kernel/process/ConfirmWrite';
import { useAction } from '../../kernel/process/processContext';
import type { Column, Field } from '../../kernel/table/declaration';
import { useMeta } from '../../server/meta';
import { Costs, LiveTotal } from './Costs';
import { base } from './calls';
import { PRICES } from './diagnostics';
import type { Repair, RepairPart } from './types';
import { UnitInput, UnitSelect, useUnitColumns } from './units';

type Available = Repair['availableTypes'];

/** The columns of the diagnostics table: two lines a row, so that all of it fits a laptop's screen. */
export function useDiagnosticsColumns(available: Available): Column<RepairPart>[] {
  const translate = useTranslate();
  const { part, identity, problemDescription, attachments } = useUnitColumns();
  const { limits, choices } = useMeta();
  return useMemo(() => {
    const word = (column: string) => translate(`repair.column.${column}`);
    // Room for the frame of the field beside the text.
    const width = identity.width + 16;
    const typed = (field: 'serialNumber' | 'serviceTag'): Field<RepairPart> => ({
      key: field,
      label: word(field),
      width,
      card: width > 160 ? 'wide' : 'half',
      cell: (unit, { name }) => (
        <UnitInput part={unit} {...{ name, field }} column={`repair.column.${field}`} maxLength={255} />
      ),
    });
    const problem: Field<RepairPart> = {
      ...problemDescription,
      quiet: true,
      cell: (unit, { onCard }) => <Problem text={unit.problemDescription} short={!onCard} />,
    };
    const status: Field<RepairPart> = {
      key: 'status',
      label: word('result'),
      width: 190,
      card: 'wide',
      cell: (unit, { name }) => (
        <Box sx={{ maxWidth: 260 }}>
          <UnitSelect
            part={unit}
            name={name}
            field="status"
            column="repair.column.result"
            choices={choices.diagnosticStatus}
            empty="repair.diagnostics.noResult"
          />
        </Box>
      ),
    };
    const comment: Field<RepairPart> = {
      key: 'comment',
      label: word('diagnosticComment'),
      card: 'wide',
      cell: (unit, { name }) => (
        <UnitInput
          part={unit}
          name={name}
          field="comment"
          column="repair.column.diagnosticComment"
          maxLength={limits.comment}
          multiline
        />
      ),
    };
    const costs: Field<RepairPart> = {
      key: 'costs',
      label: translate('repair.diagnostics.costs'),
      head: <PriceHeads />,
      width: 276,
      card: 'wide',
      cell: (unit, { name, onCard }) => (
        <Costs part={unit} name={name} available={available?.[unit.partId]} labelled={onCard} />
      ),
    };
    const total: Field<RepairPart> = {
      key: 'total',
      label: word('total'),
      width: 104,
      align: 'end',
      cell: (unit) => <LiveTotal part={unit} available={available?.[unit.partId]} />,
    };
    const remove: Field<RepairPart> = {
      key: 'remove',
      label: translate('repair.addPart.deleteConfirm'),
      width: 56,
      quiet: true,
      align: 'end',
      card: 'action',
      isEmpty: (unit) => !unit.addedInDiagnostics,
      cell: (unit, { name }) => <DeletePartButton part={unit} name={name} />,
    };
    return [
      { key: 'unit', minWidth: 190, stack: [part, problem] },
      { ...identity, width, stack: [typed('serialNumber'), typed('serviceTag')] },
      { key: 'finding', minWidth: 180, stack: [status, comment] },
      costs,
      { key: 'totals', width: 104, stack: [total, { ...attachments, quiet: true, align: 'end' }, remove] },
    ];
  }, [translate, part, identity, problemDescription, attachments, available, limits.comment, choices.diagnosticStatus]);
}

/** What the client said of the unit, so that the diagnostician need not go back to Details. */
function Problem({ text, short }: { text: string | null; short: boolean }) {
  return (
    <Typography
      variant="body2"
      title={short && text ? text : undefined}
      sx={{
        color: 'text.secondary',
        overflowWrap: 'anywhere',
        ...(short && {
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: 2,
          overflow: 'hidden',
        }),
      }}
    >
      {text}
    </Typography>
  );
}

/** Takes a unit off again that was added during diagnostics. */
function DeletePartButton({ part, name }: { part: RepairPart; name: string }) {
  const translate = useTranslate();
  const [asked, setAsked] = useState(false);
  if (useAction('delete_part') === undefined) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('repair.addPart.deleteOf', { name })}
        onClick={() => setAsked(true)}
      >
        <DeleteIcon />
      </IconButton>
      {asked && (
        <ConfirmWrite
          title={translate('repair.addPart.deleteTitle', { name })}
          text="repair.addPart.deleteText"
          confirmLabel="repair.addPart.deleteConfirm"
          write={{ method: 'DELETE', path: `${base}/delete/repair-part`, query: { id: part.id } }}
          options={{ done: 'repair.saved.partDeleted' }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function PriceHeads() {
  const translate = useTranslate();
  return (
    <>
      {translate('repair.diagnostics.costs')}
      <Box component="span" sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }}>
        {PRICES.map((price) => (
          <Box component="span" key={price} sx={{ textAlign: 'end', paddingInlineEnd: 1.25 }}>
            {translate(`repair.diagnostics.price.${price}`)}
          </Box>
        ))}
      </Box>
    </>
  );
}
