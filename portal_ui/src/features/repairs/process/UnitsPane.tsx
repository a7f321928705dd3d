import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { ActionBarProps } from '../../../core/process/ActionBar';
import { useProcess } from '../../../core/process/processContext';
import { buildExportUrl } from '../../../core/process/requestUpdates';
import { StepPane } from '../../../core/process/StepPane';
import { Table } from '../../../core/tables/Table';
import type { TableProps } from '../../../core/tables/tableTypes';
import { useUnitName } from './useUnitName';

interface UnitsPaneProps
  extends Omit<TableProps<RepairPart>, 'label' | 'rowId' | 'rowName' | 'rowNumber' | 'hiddenColumns' | 'groups'> {
  /** The key of the heading. */
  title: string;
  rows: readonly RepairPart[];
  /** The tab's spreadsheet. */
  sheet: string;
  /** What is done with many units at once. */
  bulk?: ReactNode;
  /** A sentence above the table. */
  note?: ReactNode;
  /** Between the heading and the table. */
  notice?: ReactNode;
  bar?: ActionBarProps;
}

const columnName = (key: string): string => `repair.column.${key}`;
const getPartId = ({ id }: RepairPart): number => id;
const getPartNumber = ({ rowNumber }: RepairPart): number => rowNumber;

/** A tab that is a table of units: its heading with the spreadsheet, the table, the bar. */
export function UnitsPane({ title, sheet, bulk, note, notice, bar = {}, ...table }: UnitsPaneProps) {
  const { record, step } = useProcess<Repair>();
  const translate = useTranslate();
  return (
    <StepPane
      title={title}
      count={table.rows.length}
      sheet={{ path: buildExportUrl(sheet), query: { repairId: record.id } }}
      actions={bulk}
      note={note}
      bar={bar}
    >
      {notice}
      {table.rows.length === 0 && (
        <Typography sx={{ paddingInline: 2, paddingBottom: 2, color: 'text.secondary' }}>
          {translate('repair.unit.none')}
        </Typography>
      )}
      <Table
        {...table}
        labelKey={columnName}
        label={translate(title)}
        hiddenColumns={step.hides}
        rowId={getPartId}
        rowName={useUnitName()}
        rowNumber={getPartNumber}
      />
    </StepPane>
  );
}
