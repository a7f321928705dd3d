import Box from '@mui/material/Box';
import { useMemo, useRef } from 'react';
import { cardFields } from './columns';
import type { TableProps } from './declaration';
import { TableCard } from './TableCard';
import { useTable } from './useTable';

/** The rows as cards below one another, where there is no room for the columns. */
export function TableCards<Row>(props: TableProps<Row>) {
  const { label, columns, marks, rowProps, heights } = props;
  const box = useRef<HTMLUListElement>(null);
  const { count, virtualized, drawn, measure, markOf, handlers } = useTable(props, box, heights.card);
  const fields = useMemo(() => cardFields(columns), [columns]);
  return (
    <Box
      component="ul"
      ref={box}
      aria-label={label}
      {...handlers}
      sx={{
        containerType: 'inline-size',
        listStyle: 'none',
        margin: 0,
        padding: 0,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {drawn.map((item) => {
        if (item.kind === 'space') return <li key={item.key} aria-hidden style={{ height: item.height }} />;
        if (item.kind === 'group') {
          return (
            <Box
              component="li"
              key={item.key}
              ref={measure}
              data-index={item.index}
              sx={(theme) => ({
                padding: 2,
                borderBottom: 1,
                borderColor: 'divider',
                backgroundColor: theme.portal.sunk,
              })}
            >
              {item.heading}
            </Box>
          );
        }
        return (
          <TableCard
            key={item.key}
            row={item.row}
            id={item.key}
            name={item.name}
            index={item.index}
            count={virtualized ? count : undefined}
            marked={markOf(item.row)}
            onMark={marks?.toggle}
            {...{ fields, measure, rowProps }}
          />
        );
      })}
    </Box>
  );
}
