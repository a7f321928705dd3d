import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Run, RunRow } from '../../api/imports';
import { RequestTable } from '../../core/tables/Table';
import type { TableHandle } from '../../core/tables/tableTypes';
import type { Corrections } from './Corrections';
import { buildRowKey, getCellValue, getShownFields, hasOptions, sortFieldsByNeed } from './reviewCells';
import { buildReviewStyle } from './reviewStyle';
import { useReviewColumns } from './useReviewColumns';

export type ReviewValues = Record<string, Record<string, string>>;

interface ReviewTableProps {
  run: Run;
  rows: readonly RunRow[];
  corrections: Corrections;
}

const getRowId = ({ number }: RunRow) => number;

/** Initial values of the inputs: the file's cells, and what was typed and is not saved yet. */
const toFormValues = ({ fields }: Run, rows: readonly RunRow[], corrections: Corrections): ReviewValues =>
  Object.fromEntries(
    rows.map((row) => [
      buildRowKey(row.number),
      {
        ...Object.fromEntries(fields.map((field) => [field.key, getCellValue(row, field)])),
        ...corrections.getPending(row.number),
      },
    ]),
  );

/** What is wrong, where the form looks for it. */
const toFormErrors = (rows: readonly RunRow[]) =>
  Object.fromEntries(
    rows.map(({ number, errors }) => [
      buildRowKey(number),
      Object.fromEntries(
        Object.entries(errors).map(([key, messages]) => [key, { type: 'server', message: messages.join(' ') }]),
      ),
    ]),
  );

/** Rows of a file as they would be written. Wrong cells are corrected in place; each row is saved as its cells are left. */
export function ReviewTable({ run, rows, corrections }: ReviewTableProps) {
  const translate = useTranslate();
  const table = useRef<TableHandle>(null);
  const form = useForm<ReviewValues>({
    defaultValues: useMemo(() => toFormValues(run, rows, corrections), [run, rows, corrections]),
    errors: useMemo(() => toFormErrors(rows), [rows]),
  });
  // Where the same column is wrong in many rows the table keeps its columns: those of the first draw stay.
  const fields = getShownFields(run, rows);
  const fieldKeys = fields.map(({ key }) => key).join();
  const [first] = useState(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same fields by their keys
  const shown = useMemo(() => sortFieldsByNeed(fields, first), [fieldKeys, run.fields, first]);
  const { isOpen, open } = useEditableCells(rows);
  const onOpen = useCallback(
    (row: RunRow, field = shown[0]?.key) => {
      open(row.number);
      // Once the inputs are there.
      if (field) requestAnimationFrame(() => table.current?.focusCell(row.number, field));
    },
    [open, shown],
  );
  const columns = useReviewColumns({ fields: shown, corrections, isOpen, onOpen });

  const { getValues } = form;
  const rowProps = useCallback(
    (row: RunRow) => {
      const save = (target: EventTarget) => {
        const key = target instanceof HTMLElement ? target.dataset.cell : undefined;
        const field = shown.find((each) => each.key === key);
        if (!field) return;
        const value = getValues(`${buildRowKey(row.number)}.${field.key}`) ?? '';
        const before = corrections.getPending(row.number)[field.key] ?? getCellValue(row, field);
        if (value !== before) corrections.correct(row.number, { [field.key]: value });
      };
      return {
        className: row.verdict,
        onBlur: ({ target }: { target: EventTarget }) => save(target),
        onChange: ({ target }: { target: EventTarget }) => target instanceof HTMLSelectElement && save(target),
        onKeyDown: ({ key, target }: KeyboardEvent) => key === 'Enter' && save(target),
      };
    },
    [shown, corrections, getValues],
  );
  const nameOf = useCallback(({ number }: RunRow) => translate('imports.row', { number }), [translate]);
  const width = shown.reduce((sum, field) => sum + (hasOptions(field) ? 170 : 160), 0);
  const lastNumber = rows.reduce((last, { number }) => Math.max(last, number), 0);
  return (
    <FormProvider {...form}>
      {/* More columns than fit are scrolled in a box of their own; in a narrow one rows are cards. */}
      <Box sx={(theme) => buildReviewStyle(theme, width, lastNumber)}>
        <div className="room">
          <RequestTable
            label={translate('imports.review.rows')}
            rows={rows}
            columns={columns}
            rowId={getRowId}
            rowName={nameOf}
            rowProps={rowProps}
            estimatedHeights={{ row: 49, card: 260 }}
            handle={table}
          />
        </div>
      </Box>
    </FormProvider>
  );
}

const buildCellKey = (number: number, field: string) => `${number}.${field}`;

/**
 * Which cells are open for typing: those that are or were wrong, and all of the rows that were opened. A cell that was
 * mended stays open: nothing jumps, and a second thought costs no click.
 */
function useEditableCells(rows: readonly RunRow[]) {
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [whole, setWhole] = useState<ReadonlySet<number>>(new Set());
  const found = rows.flatMap(({ number, errors }) => Object.keys(errors).map((field) => buildCellKey(number, field)));
  if (found.some((place) => !wrong.has(place))) setWrong(new Set([...wrong, ...found]));

  const isOpen = useCallback(
    ({ number }: RunRow, field: string) => whole.has(number) || wrong.has(buildCellKey(number, field)),
    [whole, wrong],
  );
  const open = useCallback((number: number) => setWhole((before) => new Set([...before, number])), []);
  return { isOpen, open };
}
