import Box from '@mui/material/Box';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { arrange, MARK_WIDTH } from './columns';
import type { TableProps } from './declaration';
import { TableCards } from './TableCards';
import { TableRows } from './TableRows';

const nothing: readonly string[] = [];

/**
 * The table of a process: units of a repair, items of a part request. What it shows is declared as columns (see
 * declaration.ts); where they do not fit side by side, the same columns are drawn as cards. Hundreds of rows cost
 * no more than a screenful: only those near the screen are drawn, and typing in a cell draws nothing but its message.
 */
export function Table<Row>({ columns, hides = nothing, ...props }: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const hasMarks = props.marks !== undefined;
  const { shown, asCards } = useMemo(
    () => arrange(columns, hides, room - (hasMarks ? MARK_WIDTH : 0)),
    [columns, hides, room, hasMarks],
  );
  const Rows = asCards ? TableCards : TableRows;
  return <Box ref={box}>{room > 0 && <Rows {...props} columns={shown} />}</Box>;
}

/** The pixels that the table may use; nothing is drawn before they are known, so that no row is drawn twice. */
function useRoom(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setRoom(box.current?.clientWidth ?? 0);
    measure();
    const watcher = new ResizeObserver(measure);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [box]);
  return room;
}
