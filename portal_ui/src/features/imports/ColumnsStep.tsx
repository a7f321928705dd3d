import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { TextInput } from 'react-admin';
import { FormProvider, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { type Layout, putColumns, type Run, type RunField } from '../../api/imports';
import { FieldGrid, FormSection, FormSections } from '../../core/forms/FormSection';
import { AutocompleteInput } from '../../core/forms/inputs/choiceInputs';
import { OptionalLabel } from '../../core/forms/inputs/OptionalLabel';
import { SaveErrorAlert } from '../../core/forms/SaveErrorAlert';
import { StickyToolbar } from '../../core/forms/StickyToolbar';
import { onSubmitShortcut } from '../../core/forms/useSubmitShortcut';
import { useFormat } from '../../core/i18n/format';
import { ColumnTable } from './ColumnTable';
import {
  getColumnName,
  getDisplacedColumns,
  getFieldsWithoutColumn,
  getMissingFields,
  getSuggestedChoice,
  type LayoutValues,
} from './columnChoice';
import { EncodingPicker } from './Encoding';
import { RawPreview } from './RawPreview';

import { useRunCall } from './useRun';

interface ColumnsStepProps {
  run: Run;
  /** Content at the start of the toolbar. */
  start?: ReactNode;
  onDone?: () => void;
}

/** Columns step of an import: sheet, header row, fields and fixed values. */
export function ColumnsStep({ run, start, onDone }: ColumnsStepProps) {
  const translate = useTranslate();
  const { execute, busy, problem, clearProblem } = useRunCall();
  const { columns, sheet, headerRow, fixed } = run;
  const form = useForm<LayoutValues>({
    values: useMemo(() => ({ columns: getSuggestedChoice(columns), fixed }), [columns, fixed]),
  });
  useUniqueColumns(form);
  // The server cannot check the rows while a field that identifies them is missing.
  const [uncheckedVersion, setUncheckedVersion] = useState<number | null>(null);
  const isUnchecked = uncheckedVersion === run.version && !form.formState.isDirty;

  const saveLayout = (layout: Partial<Layout>) =>
    execute(() => putColumns(run, { sheet, headerRow, columns: [], fixed: form.getValues('fixed'), ...layout }));
  const submit = form.handleSubmit(async (values) => {
    const chosen = columns.map(({ index }) => ({ index, field: values.columns[getColumnName({ index })] || null }));
    const saved = await saveLayout({ columns: chosen });
    setUncheckedVersion(saved?.state === 'COLUMNS' ? saved.version : null);
    if (saved) onDone?.();
  });
  return (
    <FormProvider {...form}>
      <Card
        component="form"
        noValidate
        onSubmit={submit}
        onKeyDown={onSubmitShortcut(() => submit())}
        // On a phone the toolbar is wider than the card.
        sx={{ overflow: { xs: 'visible', sm: 'clip' } }}
      >
        <FormSections>
          <FormSection title="imports.preview.title" hint={translate('imports.preview.help')}>
            <Box sx={{ display: 'grid', gap: 1 }}>
              <SheetPicker run={run} disabled={busy} onSheet={(index) => saveLayout({ sheet: index, headerRow: 1 })} />
              <EncodingPicker run={run} disabled={busy} onEncoding={(encoding) => saveLayout({ encoding })} />
              <RawPreview run={run} disabled={busy} onHeaderRow={(row) => saveLayout({ headerRow: row })} />
              {headerRow === 0 && <Alert severity="info">{translate('imports.preview.noHeadings')}</Alert>}
            </Box>
          </FormSection>
          <FormSection title="imports.columns.title" hint={translate('imports.columns.help')}>
            <Box sx={{ marginInline: -2 }}>
              <ColumnTable run={run} />
            </Box>
          </FormSection>
          <FixedValues run={run} />
        </FormSections>
        <StickyToolbar
          start={start}
          problem={
            isUnchecked ? (
              <UncheckedAlert run={run} />
            ) : (
              <SaveErrorAlert square problem={problem} onClose={clearProblem} />
            )
          }
          reason={!isUnchecked && <MissingFields run={run} />}
        >
          <Button type="submit" variant="contained" color="primary" loading={busy}>
            {translate('imports.columns.submit')}
          </Button>
        </StickyToolbar>
      </Card>
    </FormProvider>
  );
}

/** Clear a field from its previous column when another column gets it. */
function useUniqueColumns({ subscribe, setValue }: UseFormReturn<LayoutValues>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name = '', values: { columns } }) => {
          const chosenField = /^columns\.(.+)$/.exec(name)?.[1];
          if (!chosenField) return;
          for (const displaced of getDisplacedColumns(columns, chosenField)) setValue(`columns.${displaced}`, '');
        },
      }),
    [subscribe, setValue],
  );
}

/** Worksheet select; hidden if the file has only one worksheet. */
function SheetPicker({ run, disabled, onSheet }: { run: Run; disabled: boolean; onSheet: (index: number) => void }) {
  const translate = useTranslate();
  const format = useFormat();
  if (run.sheets.length < 2) return null;
  return (
    <TextField
      select
      label={translate('imports.sheet')}
      value={run.sheet}
      disabled={disabled}
      onChange={(event) => onSheet(Number(event.target.value))}
      sx={{ justifySelf: 'start', minWidth: 240 }}
    >
      {run.sheets.map(({ index, name, rows }) => (
        <MenuItem key={index} value={index}>
          {translate('imports.sheetOf', { name, rows: format.number(rows), smart_count: rows })}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Inputs of fixed values. They are for fields without a column that are required or needed in use. */
function FixedValues({ run }: { run: Run }) {
  const translate = useTranslate();
  const columns = useWatch<LayoutValues, 'columns'>({ name: 'columns' });
  const absent = getFieldsWithoutColumn(run.fields, columns);
  if (absent.length === 0) return null;
  return (
    <FormSection title="imports.fixed.title" hint={translate('imports.fixed.help')}>
      <FieldGrid>
        {absent.map((field) => (
          <FixedValue key={field.key} field={field} />
        ))}
      </FieldGrid>
    </FormSection>
  );
}

function FixedValue({ field: { key, label, type, required, neededInUse, choices } }: { field: RunField }) {
  const shared = {
    source: `fixed.${key}`,
    label: required ? label : <OptionalLabel label={label} />,
    helperText: neededInUse || false,
  } as const;
  if (type === 'choices') {
    // A cell lists several choices as names separated by commas; use the same format.
    return (
      <AutocompleteInput
        {...shared}
        multiple
        choices={choices}
        optionValue="name"
        format={(text?: string) => (text ? text.split(', ') : [])}
        parse={(names?: string[]) => names?.join(', ') ?? ''}
      />
    );
  }
  return choices.length > 0 ? <AutocompleteInput {...shared} choices={choices} /> : <TextInput {...shared} />;
}

/** Reason why the rows were not checked. */
function UncheckedAlert({ run: { fields, missing } }: { run: Run }) {
  const translate = useTranslate();
  const names = fields.filter(({ key }) => missing.includes(key)).map(({ label }) => label);
  return (
    <Alert severity="warning" square>
      {translate('imports.columns.unchecked', { names: names.join(', ') })}
    </Alert>
  );
}

/** Hint about required fields that have neither a column nor a fixed value. Rows can be checked without them. */
function MissingFields({ run }: { run: Run }) {
  const translate = useTranslate();
  const { columns, fixed } = useWatch<LayoutValues>() as LayoutValues;
  const missing = getMissingFields(run.fields, columns, fixed);
  if (missing.length === 0) return translate('imports.columns.complete');
  return (
    <Box component="span" sx={{ display: 'flex', justifyContent: { md: 'flex-end' }, gap: 0.75 }}>
      <WarningIcon aria-hidden sx={(theme) => ({ fontSize: 18, color: theme.status.waiting.text })} />
      <span>{translate('imports.columns.missing', { smart_count: missing.length })}</span>
    </Box>
  );
}
