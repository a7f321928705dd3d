import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Run, RunRow } from '../../api/imports';
import { RequestTable } from '../../core/tables/Table';
import type { TableHandle } from '../../core/tables/tableTypes';
import type { Corrections } from './Corrections';
import { buildRowKey, getCellValue, getVisibleFields, sortFieldsByNeed } from './reviewCells';
import { buildReviewStyle } from './reviewStyle';
import { useReviewColumns } from './useReviewColumns';

export type ReviewValues = Record<string, Record<string, string>>;

interface ReviewTableProps {
  run: Run;
  rows: readonly RunRow[];
  corrections: Corrections;
}

const getRowId = ({ number }: RunRow) => number;

/** Return the initial form values: cells of the file with unsaved corrections. */
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

/** Return the errors of the rows in the shape of react-hook-form. */
const toFormErrors = (rows: readonly RunRow[]) =>
  Object.fromEntries(
    rows.map(({ number, errors }) => [
      buildRowKey(number),
      Object.fromEntries(
        Object.entries(errors).map(([key, messages]) => [key, { type: 'server', message: messages.join(' ') }]),
      ),
    ]),
  );

/** Table of the rows to import. Cells with errors are edited in place; leaving a cell saves its row. */
export function ReviewTable({ run, rows, corrections }: ReviewTableProps) {
  const translate = useTranslate();
  const table = useRef<TableHandle>(null);
  const form = useForm<ReviewValues>({
    defaultValues: useMemo(() => toFormValues(run, rows, corrections), [run, rows, corrections]),
    errors: useMemo(() => toFormErrors(rows), [rows]),
  });
  // Keep the column order of the first render while the same fields are shown, so that columns do not jump.
  const fields = getVisibleFields(run, rows);
  const fieldKeys = fields.map(({ key }) => key).join();
  const [first] = useState(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are compared by their keys
  const ordered = useMemo(() => sortFieldsByNeed(fields, first), [fieldKeys, run.fields, first]);
  const { isOpen, open } = useEditableCells(rows);
  const onOpen = useCallback(
    (row: RunRow, field = ordered[0]?.key) => {
      open(row.number);
      // Wait until the inputs are rendered.
      if (field) requestAnimationFrame(() => table.current?.focusCell(row.number, field));
    },
    [open, ordered],
  );
  const columns = useReviewColumns({ fields: ordered, corrections, isOpen, onOpen });

  const { getValues } = form;
  const getRowProps = useCallback(
    (row: RunRow) => {
      const save = (target: EventTarget) => {
        const key = target instanceof HTMLElement ? target.dataset.cell : undefined;
        const field = ordered.find((each) => each.key === key);
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
    [ordered, corrections, getValues],
  );
  const getRowName = useCallback(({ number }: RunRow) => translate('imports.row', { number }), [translate]);
  const width = ordered.length * 170;
  const lastNumber = rows.reduce((last, { number }) => Math.max(last, number), 0);
  return (
    <FormProvider {...form}>
      {/* Wide tables scroll in a separate container; in a narrow container rows are cards. */}
      <Box sx={(theme) => buildReviewStyle(theme, width, lastNumber)}>
        <div className="room">
          <RequestTable
            label={translate('imports.review.rows')}
            rows={rows}
            columns={columns}
            rowId={getRowId}
            rowName={getRowName}
            rowProps={getRowProps}
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
 * Return the editable cells: cells with errors now or before, and opened rows. A corrected cell stays editable, which
 * avoids a layout shift and a click for another correction.
 */
function useEditableCells(rows: readonly RunRow[]) {
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [openRows, setOpenRows] = useState<ReadonlySet<number>>(new Set());
  const current = rows.flatMap(({ number, errors }) => Object.keys(errors).map((field) => buildCellKey(number, field)));
  if (current.some((cellKey) => !wrong.has(cellKey))) setWrong(new Set([...wrong, ...current]));

  const isOpen = useCallback(
    ({ number }: RunRow, field: string) => openRows.has(number) || wrong.has(buildCellKey(number, field)),
    [openRows, wrong],
  );
  const open = useCallback((number: number) => setOpenRows((before) => new Set([...before, number])), []);
  return { isOpen, open };
}
