import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { Repair, RepairPart } from '../../../api/repairs';
import { ActionBar, type ActionBarProps } from '../../../core/process/ActionBar';
import { useProcess } from '../../../core/process/processContext';
import { buildExportUrl } from '../../../core/process/requestUpdates';
import { StepPaneHeader } from '../../../core/process/StepPane';
import { type ListHandle, ListWithPanel } from '../../../core/tables/ListWithPanel';
import type { TableProps } from '../../../core/tables/tableTypes';
import type { DetailPanel } from '../../../core/tables/useDetailPanel';
import { UnitHeading } from './UnitDetails';
import { getPartId } from './unitRows';
import { useUnitName } from './useUnitName';

/** Estimated height of a row in pixels. */
const ROW = 48;
/** Default width of the detail panel in pixels. */
const PANEL_WIDTH = 340;

interface UnitsPaneProps extends Pick<TableProps<RepairPart>, 'columns' | 'selection' | 'canSelect' | 'total'> {
  /** Translation key of the heading. */
  title: string;
  panel: DetailPanel<RepairPart>;
  /** Content of the detail panel. */
  details: (part: RepairPart) => ReactNode;
  renderFooter?: ((part: RepairPart) => ReactNode) | undefined;
  panelWidth?: number;
  /** Estimated height of a card on a phone, in pixels. */
  cardHeight: number;
  /** Name of the spreadsheet export. */
  sheet: string;
  /** Bulk actions in the header. */
  bulk?: ReactNode;
  /** Content above the list; `summary` is below it. */
  alert?: ReactNode;
  summary?: ReactNode;
  bar?: ActionBarProps;
  onRowKeyDown?: (event: KeyboardEvent, row: RepairPart) => void;
  handle?: Ref<ListHandle>;
}

const getColumnKey = (key: string): string => `repair.column.${key}`;
const getPartNumber = ({ rowNumber }: RepairPart): number => rowNumber;

/** Tab with a list of units, export button, detail panel and action bar. */
export function UnitsPane(props: UnitsPaneProps) {
  const { title, panel, details, renderFooter, panelWidth = PANEL_WIDTH, cardHeight, sheet } = props;
  const { bulk, alert, summary, bar = {}, ...list } = props;
  const { record, step } = useProcess<Repair>();
  const translate = useTranslate();
  const count = panel.rows.length;
  const exported = { path: buildExportUrl(sheet), query: { repairId: record.id } };
  return (
    <>
      <ListWithPanel
        {...{ panel, columns: list.columns, selection: list.selection, canSelect: list.canSelect, total: list.total }}
        {...{ handle: list.handle, onRowKeyDown: list.onRowKeyDown }}
        labelKey={getColumnKey}
        label={translate(title)}
        hiddenColumns={step.hides}
        rowId={getPartId}
        rowName={useUnitName()}
        rowNumber={getPartNumber}
        estimatedHeights={{ row: ROW, card: cardHeight }}
        content={{
          width: panelWidth,
          heading: (part) => <UnitHeading part={part} />,
          details,
          renderFooter,
          positionLabel: translate('repair.unit.placeOf', { number: panel.index + 1, total: count }),
        }}
        before={
          <>
            <StepPaneHeader {...{ title, count }} sheet={exported} actions={bulk} isCompact={Boolean(bulk)} />
            {alert}
            {count === 0 && (
              <Typography sx={{ paddingInline: 2, paddingBottom: 2, color: 'text.secondary' }}>
                {translate('repair.unit.none')}
              </Typography>
            )}
          </>
        }
        after={summary && <Box sx={summaryStyle}>{summary}</Box>}
      />
      <ActionBar {...bar} />
    </>
  );
}

const summaryStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: 2,
  padding: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const;
