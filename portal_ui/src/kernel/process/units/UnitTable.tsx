import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { type ReactNode, type Ref, useMemo, useRef } from 'react';
import type { TableHandle } from './tableHandle';
import { UnitCard, UnitRow } from './UnitRow';
import { useCellKeys } from './useCellKeys';
import type { MarkControl } from './useMarks';
import { useRowWindow } from './useRowWindow';

export interface UnitColumn<Row> {
  key: string;
  label: ReactNode;
  /** Pixels; columns without a width share what is left. */
  width?: number;
  align?: 'start' | 'end' | 'center';
  /** The name is for screen readers only. */
  quiet?: boolean;
  cell: (row: Row, index: number) => ReactNode;
}

interface UnitTableProps<Row> {
  label: string;
  rows: readonly Row[];
  /** Keep these two steady: rows are drawn again when they change. */
  columns: readonly UnitColumn<Row>[];
  card: (row: Row, index: number) => ReactNode;
  rowId: (row: Row) => number;
  rowName: (row: Row) => string;
  rowHeight: number;
  cardHeight: number;
  marks?: MarkControl | undefined;
  /** Rows that cannot be marked have no box. */
  canMark?: (row: Row) => boolean;
  /** Below this width the table scrolls sideways in its own box. */
  minWidth?: number;
  handle?: Ref<TableHandle>;
  /** Where the cells of a row stand when one of them is higher. */
  align?: 'middle' | 'top';
}

/** Units of a request: a table, cards on a phone; only what is near the screen is drawn where there are many. */
export function UnitTable<Row>(props: UnitTableProps<Row>) {
  const cards = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return cards ? <CardList {...props} /> : <RowTable {...props} />;
}

const edge = 16;

function RowTable<Row>(props: UnitTableProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowId,
    rowName,
    rowHeight,
    marks,
    canMark,
    minWidth = 880,
    handle,
    align = 'middle',
  } = props;
  const box = useRef<HTMLTableSectionElement>(null);
  const { start, end, before, after, whole, virtualizer } = useRowWindow(box, rows.length, rowHeight);
  const bring = (index: number) => virtualizer.scrollToIndex(index, { align: 'center' });
  const onKeyDown = useCellKeys(box, rows.length, bring, handle);
  const translate = useTranslate();
  const span = columns.length + (marks ? 1 : 0);
  const drawn = useMemo(() => rows.slice(start, end), [rows, start, end]);
  return (
    <Box sx={{ overflowX: { xs: 'auto', lg: 'visible' } }}>
      <Box
        component="table"
        aria-label={label}
        aria-rowcount={whole ? undefined : rows.length + 1}
        onKeyDown={onKeyDown}
        sx={(theme) => ({
          ...theme.typography.body1,
          width: '100%',
          minWidth,
          tableLayout: 'fixed',
          borderCollapse: 'separate',
          borderSpacing: 0,
          '& th, & td': {
            borderBottom: `1px solid ${theme.vars.palette.divider}`,
            paddingBlock: 1.25,
            paddingInline: 0.75,
            textAlign: 'start',
            verticalAlign: align,
          },
          '& th': { verticalAlign: 'bottom' },
          '& tr > :first-of-type': { paddingLeft: `${edge}px` },
          '& tr > :last-of-type': { paddingRight: `${edge}px` },
          '& tbody > tr:last-of-type > td': { borderBottom: 0 },
          '& tr[data-spacer] > td': { padding: 0, border: 0 },
        })}
      >
        <colgroup>
          {marks && <col style={{ width: 24 + edge + 6 }} />}
          {columns.map((column) => (
            <col key={column.key} style={column.width === undefined ? {} : { width: column.width }} />
          ))}
        </colgroup>
        <Box
          component="thead"
          sx={(theme) => ({
            position: { lg: 'sticky' },
            top: theme.portal.barHeight,
            zIndex: 2,
            '& th': {
              ...theme.typography.subtitle2,
              color: theme.portal.text3,
              backgroundColor: theme.vars.palette.background.paper,
            },
          })}
        >
          <tr>
            {marks && (
              <th scope="col">
                <Checkbox
                  checked={marks.all}
                  indeterminate={marks.some}
                  onChange={marks.toggleAll}
                  slotProps={{ input: { 'aria-label': translate('process.units.markAll') } }}
                  sx={{ padding: 0.5, marginLeft: -0.5 }}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.key} scope="col" style={{ textAlign: column.align ?? 'start' }}>
                {column.quiet ? (
                  <Box component="span" sx={visuallyHidden}>
                    {column.label}
                  </Box>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </Box>
        <tbody ref={box}>
          <Spacer height={before} span={span} />
          {drawn.map((row, offset) => {
            const id = rowId(row);
            return (
              <UnitRow
                key={id}
                {...{ row, id, columns, whole }}
                index={start + offset}
                name={rowName(row)}
                marked={marks && (canMark?.(row) ?? true) ? marks.ids.has(id) : undefined}
                onMark={marks?.toggle}
                measure={virtualizer.measureElement}
              />
            );
          })}
          <Spacer height={after} span={span} />
        </tbody>
      </Box>
    </Box>
  );
}

function CardList<Row>(props: UnitTableProps<Row>) {
  const { label, rows, card, rowId, rowName, cardHeight, marks, canMark, handle } = props;
  const box = useRef<HTMLUListElement>(null);
  const { start, end, before, after, whole, virtualizer } = useRowWindow(box, rows.length, cardHeight);
  const bring = (index: number) => virtualizer.scrollToIndex(index, { align: 'center' });
  const onKeyDown = useCellKeys(box, rows.length, bring, handle);
  const drawn = useMemo(() => rows.slice(start, end), [rows, start, end]);
  return (
    <Box
      component="ul"
      ref={box}
      aria-label={label}
      onKeyDown={onKeyDown}
      sx={{ listStyle: 'none', margin: 0, padding: 0, borderTop: 1, borderColor: 'divider' }}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {drawn.map((row, offset) => {
        const id = rowId(row);
        return (
          <UnitCard
            key={id}
            {...{ row, id, card, whole }}
            index={start + offset}
            count={rows.length}
            name={rowName(row)}
            marked={marks && (canMark?.(row) ?? true) ? marks.ids.has(id) : undefined}
            onMark={marks?.toggle}
            measure={virtualizer.measureElement}
          />
        );
      })}
    </Box>
  );
}

function Spacer({ height, span }: { height: number; span: number }) {
  return height > 0 ? (
    <tr data-spacer aria-hidden>
      <td colSpan={span} style={{ height }} />
    </tr>
  ) : null;
}
