import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { CellField, CellSelect } from '../../../kernel/table/CellField';
import type { Column, Field } from '../../../kernel/table/declaration';
import { useMeta } from '../../../server/meta';
import { PRICES, rowKey } from '../diagnostics';
import type { Repair, RepairPart } from '../types';
import { useUnitColumns } from '../units';
import { Costs, LiveTotal } from './Costs';
import { DeletePartButton } from './DeletePartButton';

type Available = Repair['availableTypes'];

/** The columns of the diagnostics table: two lines a row, so that all of it fits a laptop's screen. */
export function useDiagnosticsColumns(available: Available): Column<RepairPart>[] {
  const translate = useTranslate();
  const { part, identity, problemDescription, attachments } = useUnitColumns();
  return useMemo(() => {
    const word = (column: string) => translate(`repair.column.${column}`);
    // Room for the frame of the field beside the text.
    const width = identity.width + 16;
    const typed = (field: 'serialNumber' | 'serviceTag'): Field<RepairPart> => ({
      key: field,
      label: word(field),
      width,
      card: width > 160 ? 'wide' : 'half',
      cell: (unit, { name }) => <IdentityCell part={unit} {...{ name, field }} />,
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
      cell: (unit, { name }) => <StatusCell part={unit} name={name} />,
    };
    const comment: Field<RepairPart> = {
      key: 'comment',
      label: word('diagnosticComment'),
      card: 'wide',
      cell: (unit, { name }) => <CommentCell part={unit} name={name} />,
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
  }, [translate, part, identity, problemDescription, attachments, available]);
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

interface CellProps {
  part: RepairPart;
  name: string;
}

function IdentityCell({ part, name, field }: CellProps & { field: 'serialNumber' | 'serviceTag' }) {
  const translate = useTranslate();
  const column = translate(`repair.column.${field}`);
  return (
    <div>
      <CellField
        name={`rows.${rowKey(part.id)}.${field}`}
        cell={field}
        placeholder={column}
        maxLength={255}
        label={translate('repair.diagnostics.cell', { column, name })}
      />
    </div>
  );
}

function StatusCell({ part, name }: CellProps) {
  const translate = useTranslate();
  const { choices } = useMeta();
  return (
    <Box sx={{ maxWidth: 260 }}>
      <CellSelect
        name={`rows.${rowKey(part.id)}.status`}
        cell="status"
        choices={choices.diagnosticStatus ?? []}
        emptyLabel={translate('repair.diagnostics.noResult')}
        label={translate('repair.diagnostics.cell', { column: translate('repair.column.result'), name })}
      />
    </Box>
  );
}

function CommentCell({ part, name }: CellProps) {
  const translate = useTranslate();
  const { limits } = useMeta();
  const column = translate('repair.column.diagnosticComment');
  return (
    <div>
      <CellField
        name={`rows.${rowKey(part.id)}.comment`}
        cell="comment"
        multiline
        maxLength={limits.comment}
        placeholder={column}
        label={translate('repair.diagnostics.cell', { column, name })}
      />
    </div>
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
