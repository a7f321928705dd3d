import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Radio from '@mui/material/Radio';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import type { Run } from '../../api/imports';
import { scrollShadow } from '../../theme/mixins';

interface RawPreviewProps {
  run: Run;
  disabled: boolean;
  /** Callback with the new header row, from 1; 0 for none. */
  onHeaderRow: (row: number) => void;
}

const SHOWN_ROWS = 5;
/** Rows shown below the header row. */
const ROWS_BELOW = 2;

/** Table of the file's first rows, with the header row marked; a click changes it. */
export function RawPreview({ run, disabled, onHeaderRow }: RawPreviewProps) {
  const translate = useTranslate();
  const name = useId();
  const width = Math.max(1, ...run.preview.map((row) => row.length));
  const pick = (number: number) => {
    if (!disabled && number !== run.headerRow) onHeaderRow(number);
  };
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? run.preview : run.preview.slice(0, Math.max(SHOWN_ROWS, run.headerRow + ROWS_BELOW));
  const renderRadio = (number: number, label: string, text: ReactNode) => (
    <Box
      component="label"
      // The change of the radio selects the row; a click on the row would do so again.
      onClick={(event) => event.stopPropagation()}
      sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}
    >
      <Radio
        size="small"
        name={name}
        checked={number === run.headerRow}
        disabled={disabled}
        onChange={() => pick(number)}
        sx={{ padding: 0.25 }}
        slotProps={{ input: { 'aria-label': label } }}
      />
      {text}
    </Box>
  );
  const noHeaderRow = translate('imports.preview.withoutHeadings');
  return (
    <>
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
            {shown.map((row, rowIndex) => {
              const number = rowIndex + 1;
              return (
                <tr
                  key={number}
                  data-heading={number === run.headerRow || undefined}
                  data-above={number < run.headerRow || undefined}
                  onClick={() => pick(number)}
                >
                  <td>{renderRadio(number, translate('imports.preview.headingRow', { number }), number)}</td>
                  {Array.from({ length: width }, (_, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column of a sheet is identified by its position
                    <td key={column} title={row[column]}>
                      {row[column]}
                    </td>
                  ))}
                </tr>
              );
            })}
            <tr data-heading={run.headerRow === 0 || undefined} onClick={() => pick(0)}>
              <td colSpan={width + 1}>{renderRadio(0, noHeaderRow, noHeaderRow)}</td>
            </tr>
          </tbody>
        </table>
      </Scroller>
      {shown.length < run.preview.length && (
        <Button
          variant="text"
          color="primary"
          size="small"
          sx={{ justifySelf: 'start', marginInlineStart: -1.25 }}
          onClick={() => setExpanded(true)}
        >
          {translate('imports.preview.more')}
        </Button>
      )}
    </>
  );
}

/** Return the spreadsheet name of a column: A, B … Z, AA. */
export function getColumnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : getColumnLetter(Math.floor(column / 26) - 1) + letter;
}

const Scroller = styled('div')(({ theme }) => ({
  position: 'relative',
  overflowX: 'auto',
  overflowY: 'clip',
  ...scrollShadow(theme),
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
  '& tr > :last-child': { borderInlineEnd: 0 },
  '& tr:last-of-type > td': { borderBottom: 0 },
  '& th': { color: theme.portal.text3, backgroundColor: theme.portal.recessed },
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
