import { useTranslate } from 'ra-core';
import type { Row, RowExtras } from '../kernel/list/rows';

/** What a list of requests shows beyond its columns: units below the number, the client's name above the username. */
export const requestExtras: RowExtras = {
  requestId: { width: 142, secondary: (row) => <Units row={row} /> },
  clientUsername: {
    render: (row) => textOf(row.clientName),
    secondary: (row) => (textOf(row.clientName) ? textOf(row.clientUsername) : null),
  },
};

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function Units({ row }: { row: Row }) {
  const translate = useTranslate();
  return typeof row.units === 'number' ? translate('lists.units', { smart_count: row.units }) : null;
}
