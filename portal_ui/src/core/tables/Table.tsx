import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CHECKBOX_WIDTH, layoutColumns } from './columnLayout';
import { TableCard } from './TableCard';
import { CardList, TableFrame } from './TableFrame';
import { TableHeader } from './TableHeader';
import { TableRow } from './TableRow';
import type { Field, TableProps } from './tableTypes';
import { useTableRows } from './useTableRows';

const NO_COLUMNS: readonly string[] = [];
const identity = (key: string): string => key;

/**
 * Table of a process: units of a repair or parts of a part request. Its columns are declared (see tableTypes.ts); if
 * they do not fit side by side, they are rendered as cards. For hundreds of rows, only those near the viewport are
 * rendered, and typing in a cell renders only its error message.
 */
export function RequestTable<Row>({
  columns,
  labelKey = identity,
  hiddenColumns = NO_COLUMNS,
  ...props
}: TableProps<Row>) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const availableWidth = useAvailableWidth(box);
  const isSelectable = props.selection !== undefined;
  const { visible: visibleColumns, asCards } = useMemo(() => {
    const getLabel = ({ label: customLabel, key }: Field<Row>) =>
      translate(customLabel ?? labelKey(key), { _: customLabel });
    const withLabel = (field: Field<Row>): Field<Row> => ({ ...field, label: getLabel(field) });
    const all = columns.map((each) =>
      'stack' in each ? { ...each, stack: each.stack.map(withLabel) } : withLabel(each),
    );
    return layoutColumns(all, hiddenColumns, availableWidth - (isSelectable ? CHECKBOX_WIDTH : 0));
  }, [columns, labelKey, hiddenColumns, availableWidth, isSelectable, translate]);
  return (
    <Box ref={box}>
      {availableWidth > 0 && <Rows key={String(asCards)} {...props} {...{ asCards, columns: visibleColumns }} />}
    </Box>
  );
}

/** Return the width of an element; 0 until measured, so that no row renders twice. */
export function useAvailableWidth(box: RefObject<HTMLElement | null>): number {
  const [availableWidth, setAvailableWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setAvailableWidth(box.current?.clientWidth ?? 0);
    measure();
    const watcher = new ResizeObserver(measure);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [box]);
  return availableWidth;
}

/** Rows as a table or as cards. */
function Rows<Row>({ asCards, ...props }: TableProps<Row> & { asCards: boolean }) {
  const {
    label,
    columns,
    selection,
    rowProps,
    estimatedHeights,
    align = 'middle',
    isCompact,
    currentId,
    total,
  } = props;
  const box = useRef<HTMLUListElement & HTMLTableSectionElement>(null);
  const { renderedRows, count, measure, isRowSelected, handlers } = useTableRows(
    props,
    box,
    asCards ? estimatedHeights.card : estimatedHeights.row,
  );
  const span = columns.length + (selection ? 1 : 0);
  const RowOrCard = asCards ? TableCard : TableRow;

  const rows = renderedRows.map((item) => {
    if (item.kind === 'space') {
      const style = { height: item.height };
      if (asCards) return <li key={item.key} aria-hidden style={style} />;
      return (
        <tr key={item.key} data-space aria-hidden>
          <td colSpan={span} style={style} />
        </tr>
      );
    }
    if (item.kind === 'group') {
      const { key, heading, index } = item;
      const groupProps = { ref: measure, 'data-index': index, 'data-group': true };
      if (asCards) {
        return (
          <li {...groupProps} key={key}>
            {heading}
          </li>
        );
      }
      return (
        <tr {...groupProps} key={key}>
          <th colSpan={span} scope="rowgroup">
            {heading}
          </th>
        </tr>
      );
    }
    const { key, row, name, index } = item;
    return (
      <RowOrCard
        key={key}
        id={key}
        isSelected={isRowSelected(row)}
        isCurrent={key === currentId}
        onToggle={selection?.toggle}
        {...{ row, name, index, count, columns, measure, rowProps }}
      />
    );
  });

  if (asCards) {
    return (
      <>
        <CardList ref={box} aria-label={label} {...handlers}>
          {rows}
        </CardList>
        {total && (
          <Box sx={cardTotalStyle}>
            <span>{total.label}</span>
            <span className="tabular">{total.value}</span>
          </Box>
        )}
      </>
    );
  }
  return (
    <TableFrame
      data-align={align}
      data-compact={isCompact || undefined}
      aria-label={label}
      aria-rowcount={count === undefined ? undefined : count + 1}
      {...handlers}
    >
      <TableHeader columns={columns} selection={selection} />
      <tbody ref={box}>{rows}</tbody>
      {total && (
        <tfoot>
          <tr>
            {selection && <td />}
            {columns.map((column, index) => (
              <td key={column.key} className={'stack' in column ? undefined : column.align}>
                {index === 0 && total.label}
                {column.key === total.column && total.value}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </TableFrame>
  );
}

const cardTotalStyle = {
  display: 'flex',
  justifyContent: 'space-between',
  padding: 2,
  borderTop: 1,
  borderColor: 'divider',
  fontWeight: 'fontWeightBold',
} as const;
