import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { exportPath } from '../../kernel/process/calls';
import { PaneHead, StepNote } from '../../kernel/process/PaneHead';
import { useProcess } from '../../kernel/process/processContext';
import type { TableProps } from '../../kernel/table/declaration';
import { Table } from '../../kernel/table/Table';
import type { Repair, RepairPart } from './types';
import { useUnitName } from './units';

interface UnitsPaneProps
  extends Omit<TableProps<RepairPart>, 'label' | 'rowId' | 'rowName' | 'rowNumber' | 'hides' | 'groups'> {
  /** The key of the heading. */
  title: string;
  rows: readonly RepairPart[];
  /** The tab's spreadsheet. */
  sheet: string;
  /** What is done with many units at once. */
  bulk?: ReactNode;
  /** Between the heading and the table. */
  notice?: ReactNode;
  /** The bar below. */
  children: ReactNode;
}

const partId = ({ id }: RepairPart): number => id;
const partNumber = ({ rowNumber }: RepairPart): number => rowNumber;

/** A tab that is a table of units: its heading with the spreadsheet, the table, the bar. */
export function UnitsPane({ title, sheet, bulk, notice, children, ...table }: UnitsPaneProps) {
  const { record, step } = useProcess<Repair>();
  const translate = useTranslate();
  return (
    <>
      <PaneHead
        title={translate(title)}
        count={table.rows.length}
        exportPath={exportPath(sheet)}
        exportQuery={{ repairId: record.id }}
      >
        {bulk}
      </PaneHead>
      <StepNote />
      {notice}
      <Table
        {...table}
        label={translate(title)}
        hides={step.hides}
        rowId={partId}
        rowName={useUnitName()}
        rowNumber={partNumber}
      />
      {children}
    </>
  );
}
