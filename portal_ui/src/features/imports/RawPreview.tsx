import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { Run } from '../../api/imports';

interface RawPreviewProps {
  run: Run;
  disabled: boolean;
  /** Callback with the new header row, from 1; 0 for none. */
  onHeaderRow: (row: number) => void;
}

/** Table of the file's first rows, with the header row marked; a click changes it. */
export function RawPreview({ run, disabled, onHeaderRow }: RawPreviewProps) {
  const translate = useTranslate();
  const name = useId();
  const width = Math.max(1, ...run.preview.map((row) => row.length));
  const pick = (number: number) => {
    if (!disabled && number !== run.headerRow) onHeaderRow(number);
  };
  return (
    <Scroller tabIndex={0} role="region" aria-label={translate('imports.preview.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{translate('imports.preview.headings')}</th>
            {Array.from({ length: width }, (_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column of a sheet is identified by its position
              <th key={column} scope="col">
                {getColumnLetter(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {run.preview.map((row, rowIndex) => {
            const number = rowIndex + 1;
            return (
              <tr
                key={number}
                data-heading={number === run.headerRow || undefined}
                data-above={number < run.headerRow || undefined}
                onClick={() => pick(number)}
              >
                <td>
                  <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
                    <Radio
                      size="small"
                      name={name}
                      checked={number === run.headerRow}
                      disabled={disabled}
                      onChange={() => pick(number)}
                      sx={{ padding: 0.25 }}
                      slotProps={{ input: { 'aria-label': translate('imports.preview.headingRow', { number }) } }}
                    />
                    {number}
                  </Box>
                </td>
                {Array.from({ length: width }, (_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column of a sheet is identified by its position
                  <td key={column} title={row[column]}>
                    {row[column]}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Return the spreadsheet name of a column: A, B … Z, AA. */
export function getColumnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : getColumnLetter(Math.floor(column / 26) - 1) + letter;
}

const Scroller = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'auto',
  maxHeight: 300,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  '& table': { ...theme.typography.body2, borderCollapse: 'separate', borderSpacing: 0, minWidth: '100%' },
  '& th, & td': {
    maxWidth: 200,
    padding: '3px 8px',
    textAlign: 'start',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th': { position: 'sticky', top: 0, zIndex: 1, color: theme.portal.text3, backgroundColor: theme.portal.recessed },
  '& td:first-of-type': { color: theme.portal.text3, fontVariantNumeric: 'tabular-nums' },
  '& tbody tr': { cursor: 'pointer' },
  '& tbody tr:hover td': { backgroundColor: theme.portal.recessed },
  '& [data-above] td': { color: theme.portal.text3 },
  '& tr[data-heading] td': {
    fontWeight: theme.typography.fontWeightBold,
    color: theme.portal.accentText,
    backgroundColor: theme.portal.accentSoft,
  },
}));
