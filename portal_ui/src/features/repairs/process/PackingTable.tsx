import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { Choice } from '../../../api/types';
import { useFormat } from '../../../core/i18n/format';
import { useProcess } from '../../../core/process/processContext';
import { CellText } from '../../../core/tables/CellText';
import { RequestTable } from '../../../core/tables/Table';
import { TableBulkActions } from '../../../core/tables/TableBulkActions';
import { type PackingRow, toPackingForm } from './repairPacking';
import { type UnitColumn, type UnitField, UnitInput, UnitPrice, UnitSelect } from './unitColumns';
import { buildRowKey, filterServicedParts, type UnitForm } from './unitRows';
import { useUnitName } from './useUnitName';

type Form = UnitForm<PackingRow> & { packages: readonly unknown[] };

const getColumnKey = (key: string): string => `repair.column.${key}`;
const getPartId = ({ id }: RepairPart): number => id;
const getPartNumber = ({ rowNumber }: RepairPart): number => rowNumber;
const unitColumn: UnitColumn = {
  key: 'unit',
  stack: [
    { key: 'part', card: 'title', cell: (part) => <Typography>{part.partName}</Typography> },
    { key: 'serialNumber', cell: (part) => <CellText>{part.serialNumber}</CellText> },
  ],
};

/** Table of the units' packages, customs data and courier details, all optional. */
export default function PackingTable({ editing }: { editing: boolean }) {
  const { record } = useProcess<Repair>();
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  return editing ? <PackingEditor parts={parts} /> : <PackingReader parts={parts} />;
}

function Rows({ parts, columns }: { parts: readonly RepairPart[]; columns: readonly UnitColumn[] }) {
  const translate = useTranslate();
  return (
    // The first column begins below the heading.
    <Box sx={{ marginInline: { sm: -2 } }}>
      <RequestTable
        rows={parts}
        columns={columns}
        labelKey={getColumnKey}
        label={translate('repair.packing.title')}
        rowId={getPartId}
        rowName={useUnitName()}
        rowNumber={getPartNumber}
        estimatedHeights={{ row: 92, card: 420 }}
        align="top"
      />
    </Box>
  );
}

function PackingEditor({ parts }: { parts: readonly RepairPart[] }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const { control, getValues, setValue } = useFormContext<Form>();
  const count = useWatch({ control, name: 'packages' }).length;
  const packages = useMemo(
    () =>
      Array.from({ length: count }, (_, index) => ({
        key: String(index + 1),
        name: translate('shipping.package', { number: index + 1 }),
      })),
    [count, translate],
  );
  const columns = useMemo<UnitColumn[]>(() => {
    const buildChoiceColumn = (
      field: 'package' | 'origin' | 'battery' | 'checkSource',
      offered: readonly Choice[] | undefined,
    ): UnitField => ({
      key: field,
      card: 'wide',
      cell: (part, { name }) => (
        <UnitSelect
          {...{ part, name, field }}
          column={getColumnKey(field)}
          choices={offered}
          empty="shared.notSpecified"
          otherwise={field === 'origin' ? getChoiceName(offered, part.packing.catalogueOrigin) : ''}
        />
      ),
    });
    const value: UnitField = {
      key: 'customsValue',
      card: 'half',
      cell: (part, { name }) => (
        <UnitPrice {...{ part, name }} field="customsValue" column={getColumnKey('customsValue')} />
      ),
    };
    const code: UnitField = {
      key: 'hsCode',
      card: 'half',
      cell: (part, { name }) => (
        <UnitInput
          {...{ part, name }}
          field="hsCode"
          column={getColumnKey('hsCode')}
          otherwise={part.packing.catalogueHsCode}
        />
      ),
    };
    const customs = { key: 'customs', stack: [code, buildChoiceColumn('origin', choices.countries)] };
    return [
      unitColumn,
      {
        key: 'place',
        stack: packages.length > 1 ? [buildChoiceColumn('package', packages), value] : [value],
      },
      customs,
      {
        key: 'couriers',
        stack: [buildChoiceColumn('battery', choices.battery), buildChoiceColumn('checkSource', choices.checkSource)],
      },
    ];
  }, [packages, choices]);

  /** Assign all units without a package to this one. */
  const packRemaining = (number: string) => {
    for (const { id } of parts) {
      const path = `rows.${buildRowKey(id)}.package` as const;
      if (!getValues(path)) setValue(path, number, { shouldDirty: true });
    }
  };
  return (
    <>
      <Typography sx={{ color: 'text.secondary', marginBottom: 1.5 }}>
        {translate(count > 1 ? 'repair.packing.instruction' : 'repair.packing.onePackage')}
      </Typography>
      {count > 1 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBottom: 1 }}>
          <TableBulkActions
            actions={packages.map(({ key, name }) => ({
              key,
              label: translate('repair.packing.rest', { package: name }),
              disabled: false,
              run: () => packRemaining(key),
            }))}
          />
        </Box>
      )}
      <Rows parts={parts} columns={columns} />
    </>
  );
}

function PackingReader({ parts }: { parts: readonly RepairPart[] }) {
  const { record } = useProcess<Repair>();
  const { choices } = useMeta();
  const translate = useTranslate();
  const { money } = useFormat();
  const columns = useMemo<UnitColumn[]>(() => {
    const { rows } = toPackingForm(record);
    const isSinglePackage = record.pickUpShippingDetails.packages.length === 1;
    const read = (key: keyof PackingRow, textOf: (row: PackingRow, part: RepairPart) => string): UnitField => ({
      key,
      cell: (part) => <CellText>{textOf(rows[buildRowKey(part.id)] as PackingRow, part)}</CellText>,
      isEmpty: (part) => !textOf(rows[buildRowKey(part.id)] as PackingRow, part),
    });
    const getPackageNumber = (row: PackingRow) => row.package || (isSinglePackage ? '1' : '');
    return [
      unitColumn,
      {
        key: 'place',
        stack: [
          read(
            'package',
            (row) => getPackageNumber(row) && translate('shipping.package', { number: getPackageNumber(row) }),
          ),
          read('customsValue', (_, { packing: { customsValue } }) =>
            customsValue === null ? '' : money(customsValue),
          ),
        ],
      },
      {
        key: 'customs',
        stack: [
          read('hsCode', (row, part) => row.hsCode || part.packing.catalogueHsCode),
          read('origin', (row, part) => getChoiceName(choices.countries, row.origin || part.packing.catalogueOrigin)),
        ],
      },
      {
        key: 'couriers',
        stack: [
          read('battery', (row) => getChoiceName(choices.battery, row.battery)),
          read('checkSource', (row) => getChoiceName(choices.checkSource, row.checkSource)),
        ],
      },
    ];
  }, [record, choices, translate, money]);
  return <Rows parts={parts} columns={columns} />;
}
