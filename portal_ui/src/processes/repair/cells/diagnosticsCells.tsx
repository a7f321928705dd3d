import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useCallback, useMemo } from 'react';
import { CellField, CellSelect } from '../../../kernel/process/units/CellField';
import type { UnitColumn } from '../../../kernel/process/units/UnitTable';
import { useMeta } from '../../../server/meta';
import { PRICES, rowKey } from '../diagnostics';
import type { AvailableTypes, RepairPart } from '../types';
import { UnitCardHead, UnitFiles, UnitPart, useUnitName } from '../units';
import { Costs, LiveTotal } from './Costs';
import { DeletePartButton } from './DeletePartButton';

type Available = Record<string, AvailableTypes> | undefined;

const stack = { display: 'grid', gap: 0.75, alignContent: 'start' } as const;

/** The columns of the diagnostics table: two lines a row, so that all of it fits a laptop's screen. */
export function useDiagnosticsColumns(available: Available): UnitColumn<RepairPart>[] {
  const translate = useTranslate();
  const nameOf = useUnitName();
  return useMemo(
    () => [
      {
        key: 'part',
        label: translate('repair.column.part'),
        width: 200,
        cell: (part) => <UnitFacts part={part} name={nameOf(part)} />,
      },
      {
        key: 'identity',
        label: (
          <TwoLines first={translate('repair.column.serialNumber')} second={translate('repair.column.serviceTag')} />
        ),
        width: 142,
        cell: (part) => (
          <Box sx={stack}>
            <IdentityCell {...{ part }} name={nameOf(part)} field="serialNumber" />
            <IdentityCell {...{ part }} name={nameOf(part)} field="serviceTag" />
          </Box>
        ),
      },
      {
        key: 'result',
        label: (
          <TwoLines first={translate('repair.column.result')} second={translate('repair.column.diagnosticComment')} />
        ),
        cell: (part) => (
          <Box sx={stack}>
            <StatusCell part={part} name={nameOf(part)} />
            <CommentCell part={part} name={nameOf(part)} />
          </Box>
        ),
      },
      {
        key: 'costs',
        label: <PriceHeads />,
        width: 290,
        cell: (part) => <Costs part={part} name={nameOf(part)} available={available?.[part.partId]} />,
      },
      {
        key: 'total',
        label: translate('repair.column.total'),
        width: 100,
        align: 'end',
        cell: (part) => (
          <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.5 }}>
            <LiveTotal part={part} available={available?.[part.partId]} />
            {part.addedInDiagnostics && <DeletePartButton part={part} name={nameOf(part)} />}
          </Box>
        ),
      },
    ],
    [translate, nameOf, available],
  );
}

/** The same cells below one another on a phone, each with its label. */
export function useDiagnosticsCard(available: Available): (part: RepairPart) => ReactNode {
  const translate = useTranslate();
  const nameOf = useUnitName();
  return useCallback(
    (part) => {
      const name = nameOf(part);
      return (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <UnitCardHead part={part} />
          {part.problemDescription && (
            <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {part.problemDescription}
            </Typography>
          )}
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <UnitFiles part={part} name={name} inCard />
            <Box sx={{ flex: 1 }} />
            {part.addedInDiagnostics && <DeletePartButton part={part} name={name} />}
          </Box>
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
            <Labelled label={translate('repair.column.serialNumber')}>
              <IdentityCell {...{ part, name }} field="serialNumber" />
            </Labelled>
            <Labelled label={translate('repair.column.serviceTag')}>
              <IdentityCell {...{ part, name }} field="serviceTag" />
            </Labelled>
          </Box>
          <Labelled label={translate('repair.column.result')}>
            <StatusCell {...{ part, name }} />
          </Labelled>
          <Labelled label={translate('repair.column.diagnosticComment')}>
            <CommentCell {...{ part, name }} />
          </Labelled>
          <Labelled label={translate('repair.diagnostics.costs')}>
            <Costs {...{ part, name }} available={available?.[part.partId]} labelled />
          </Labelled>
          <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
            <Typography sx={{ color: 'text.secondary' }}>{translate('repair.column.total')}</Typography>
            <LiveTotal part={part} available={available?.[part.partId]} />
          </Box>
        </Box>
      );
    },
    [translate, nameOf, available],
  );
}

/** What the client said of the unit, so that the diagnostician need not go back to Details. */
function UnitFacts({ part, name }: { part: RepairPart; name: string }) {
  return (
    <UnitPart part={part}>
      {part.problemDescription && (
        <Typography
          variant="body2"
          title={part.problemDescription}
          sx={{
            color: 'text.secondary',
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 2,
            overflow: 'hidden',
          }}
        >
          {part.problemDescription}
        </Typography>
      )}
      <UnitFiles part={part} name={name} inCard />
    </UnitPart>
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
    <div>
      <CellSelect
        name={`rows.${rowKey(part.id)}.status`}
        cell="status"
        choices={choices.diagnosticStatus ?? []}
        emptyLabel={translate('repair.diagnostics.noResult')}
        label={translate('repair.diagnostics.cell', { column: translate('repair.column.result'), name })}
      />
    </div>
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

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="div" aria-hidden sx={{ marginBottom: 0.5 }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      {first}
      <br />
      {second}
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
