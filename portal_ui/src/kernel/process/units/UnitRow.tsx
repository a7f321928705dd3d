import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, memo, type ReactElement, type ReactNode, useRef } from 'react';
import type { UnitColumn } from './UnitTable';

interface MarkProps {
  id: number;
  name: string;
  marked: boolean | undefined;
  onMark: ((id: number, range: boolean) => void) | undefined;
}

interface RowProps<Row> extends MarkProps {
  row: Row;
  index: number;
  columns: readonly UnitColumn<Row>[];
  whole: boolean;
  measure: (element: HTMLElement | null) => void;
}

interface CardProps<Row> extends MarkProps {
  row: Row;
  index: number;
  count: number;
  card: (row: Row, index: number) => ReactNode;
  whole: boolean;
  measure: (element: HTMLElement | null) => void;
}

function PlainRow<Row>({ row, id, index, columns, name, marked, onMark, whole, measure }: RowProps<Row>) {
  return (
    <tr
      ref={whole ? undefined : measure}
      data-index={index}
      aria-rowindex={whole ? undefined : index + 2}
      aria-selected={marked}
    >
      {onMark && <td>{marked !== undefined && <MarkBox {...{ id, name, marked, onMark }} />}</td>}
      {columns.map((column) => (
        <td key={column.key} style={column.align ? { textAlign: column.align } : undefined}>
          {column.cell(row, index)}
        </td>
      ))}
    </tr>
  );
}

function PlainCard<Row>({ row, id, index, count, card, name, marked, onMark, whole, measure }: CardProps<Row>) {
  return (
    <Box
      component="li"
      ref={whole ? undefined : measure}
      data-index={index}
      aria-setsize={whole ? undefined : count}
      aria-posinset={whole ? undefined : index + 1}
      sx={{ display: 'flex', gap: 1, padding: 2, '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'divider' } }}
    >
      {onMark && (
        <Box sx={{ marginLeft: -0.5, minWidth: 28 }}>
          {marked !== undefined && <MarkBox {...{ id, name, marked, onMark }} />}
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>{card(row, index)}</Box>
    </Box>
  );
}

/** A row is drawn again only when its own unit, or whether it is marked, has changed. */
export const UnitRow = memo(PlainRow) as <Row>(props: RowProps<Row>) => ReactElement;
export const UnitCard = memo(PlainCard) as <Row>(props: CardProps<Row>) => ReactElement;

function MarkBox({ id, name, marked, onMark }: MarkProps) {
  const translate = useTranslate();
  const shift = useRef(false);
  const remember = (event: { shiftKey: boolean }) => {
    shift.current = event.shiftKey;
  };
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    remember(event);
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const boxes = [
      ...(event.currentTarget.closest('table, ul')?.querySelectorAll<HTMLInputElement>('[data-mark]') ?? []),
    ];
    boxes[boxes.indexOf(event.currentTarget) + by]?.focus();
  };
  return (
    <Checkbox
      checked={marked ?? false}
      onClick={remember}
      onChange={() => onMark?.(id, shift.current)}
      slotProps={{
        input: {
          'aria-label': translate('process.units.mark', { name }),
          onKeyDown: step,
          ...{ 'data-mark': '' },
        },
      }}
      sx={{ padding: 0.5, marginLeft: -0.5 }}
    />
  );
}
