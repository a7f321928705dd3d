import CloseIcon from '@mui/icons-material/Close';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEvent, useTranslate } from 'ra-core';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { RequestTable, useAvailableWidth } from './Table';
import type { TableHandle, TableProps } from './tableTypes';
import { readCellMove, UNIT_CELL } from './useCellKeys';
import type { DetailPanel } from './useDetailPanel';
import type { RowId } from './useRowSelection';
import { useIsPrinting, useOffsetTop } from './useTableRows';

/** Minimum width in px of a list next to its panel. */
const MIN_LIST_WIDTH = 640;
/** Height in px of the action bar below list and panel. */
const ACTION_BAR = 62;

/** Imperative handle of a list with a detail panel. */
export interface ListHandle extends TableHandle {
  /** Show the details of a row; focus in the list moves to that row. */
  goTo: (id: RowId) => void;
}

export interface PanelContent<Row> {
  width: number;
  /** Image and names of the row. */
  heading: (row: Row) => ReactNode;
  details: (row: Row) => ReactNode;
  /** Sticky content below the details. */
  renderFooter?: ((row: Row) => ReactNode) | undefined;
  /** Dialog title with the position of the row: "Unit 4 of 9". */
  positionLabel: string;
}

interface ListWithPanelProps<Row> extends Omit<TableProps<Row>, 'rows' | 'groups' | 'handle'> {
  panel: DetailPanel<Row>;
  content: PanelContent<Row>;
  /** Content above the table; `after` is below it. */
  before?: ReactNode;
  after?: ReactNode;
  /** Called for keys pressed in a row or in its details. */
  onRowKeyDown?: ((event: KeyboardEvent, row: Row) => void) | undefined;
  handle?: Ref<ListHandle> | undefined;
}

/** Compact list with the details of one row in a panel, or in a dialog if narrow. */
export function ListWithPanel<Row>(props: ListWithPanelProps<Row>) {
  const { panel, content, before, after, onRowKeyDown, handle, ...table } = props;
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const details = useRef<HTMLElement>(null);
  const isPrinting = useIsPrinting();
  const rows = useRef<TableHandle>(null);
  const availableWidth = useAvailableWidth(box);
  const isWide = availableWidth >= MIN_LIST_WIDTH + content.width;
  const top = useOffsetTop(box, isWide);
  const { current, currentId, select, open } = panel;
  const pendingCell = useRef<string | null>(null);

  const focusPendingCell = () => {
    const cell = details.current?.querySelector<HTMLElement>(`[data-cell="${pendingCell.current}"]:not(:disabled)`);
    const target = cell ?? details.current?.querySelector<HTMLElement>('[data-details]');
    pendingCell.current = null;
    target?.focus();
    cell?.scrollIntoView({ block: 'nearest' });
    if (cell instanceof HTMLInputElement || cell instanceof HTMLTextAreaElement) cell.select();
  };
  const focusCell = useEvent((id: RowId, cell: string) => {
    pendingCell.current = cell;
    if (isWide) rows.current?.reveal(id);
    if (isWide) select(id);
    else open(id);
    if (id === currentId && details.current) focusPendingCell();
  });
  // The details of another row render after the request to focus them, a dialog even later.
  useEffect(() => {
    if (pendingCell.current && details.current) focusPendingCell();
  });
  const attachDetails = useEvent((element: HTMLElement | null) => {
    details.current = element;
    if (element && pendingCell.current) focusPendingCell();
  });
  /**
   * Navigate by keyboard. Arrows and Enter focus the same field of the unit above or below, Escape focuses the list.
   */
  const moveInPanel = (event: KeyboardEvent<HTMLElement>) => {
    const isInside = event.currentTarget.contains(event.target as Node);
    if (isWide && isInside && event.key === 'Escape' && !event.defaultPrevented && currentId !== undefined) {
      rows.current?.focusCell(currentId, UNIT_CELL);
    }
    const move = readCellMove(event);
    const next = move && panel.rows[panel.index + move.step];
    if (!move || !next) return;
    event.preventDefault();
    focusCell(table.rowId(next), move.cell);
  };
  const goTo = useEvent((id: RowId) => {
    select(id);
    if (list.current?.contains(document.activeElement)) rows.current?.focusCell(id, UNIT_CELL);
  });
  useImperativeHandle(handle, () => ({ focusCell, goTo, reveal: (id) => rows.current?.reveal(id) }), [focusCell, goTo]);
  // Enter focuses the panel directly, as Tab would pass the rows below and select each of them.
  const onCurrent = useEvent((id: RowId, by: 'focus' | 'press' | 'key') => {
    if (isWide && by === 'key') focusCell(id, UNIT_CELL);
    else if (isWide) select(id);
    else if (by !== 'focus') open(id);
    // The cells of a row cannot be focused, but its keyboard shortcuts need the focus in the list.
    if (isWide && by === 'press') rows.current?.focusCell(id, UNIT_CELL);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-mark]')) return;
    const row = panel.rows[Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)];
    if (row !== undefined) onRowKeyDown?.(event, row);
  };

  const name = current && table.rowName(current);
  return (
    <Box
      ref={box}
      data-shortcuts
      onKeyDown={onKeyDown}
      sx={{
        flexGrow: 1,
        display: 'grid',
        gridTemplateColumns: isWide ? `minmax(0, 1fr) ${content.width}px` : 'minmax(0, 1fr)',
        '@media print': { display: 'block' },
      }}
    >
      {/* The divider is that of the list, which is as high as the card. */}
      <Box
        ref={list}
        sx={(theme) => ({
          minWidth: 0,
          ...(isWide && { borderInlineEnd: `1px solid ${theme.vars.palette.divider}` }),
          '@media print': { border: 0 },
        })}
      >
        {before}
        <RequestTable
          {...table}
          isCompact
          rows={panel.rows}
          currentId={isWide ? currentId : undefined}
          onCurrent={onCurrent}
          handle={rows}
        />
        {after}
        {isPrinting &&
          panel.rows.map((row) => (
            <Box key={table.rowId(row)} component="section" sx={{ marginTop: 2, breakInside: 'avoid' }}>
              {content.heading(row)}
              {content.details(row)}
            </Box>
          ))}
      </Box>
      {isWide && current && (
        <Box
          component="section"
          ref={attachDetails}
          aria-label={name}
          data-index={panel.index}
          onKeyDown={moveInPanel}
          sx={(theme) => ({
            position: 'sticky',
            top: theme.portal.barHeight,
            alignSelf: 'start',
            display: 'flex',
            flexDirection: 'column',
            minHeight: 360,
            height: `calc(100dvh - ${top + ACTION_BAR}px)`,
            '@media print': { display: 'none' },
          })}
        >
          <Box sx={headingStyle}>
            {content.heading(current)}
            <Box sx={stepsStyle}>
              <Steps panel={panel} />
            </Box>
          </Box>
          <Box key={currentId} data-details tabIndex={0} role="group" aria-label={name} sx={scrollStyle}>
            {content.details(current)}
          </Box>
          {content.renderFooter && <Box sx={footerStyle}>{content.renderFooter(current)}</Box>}
        </Box>
      )}
      {!isWide && panel.isOpen && current && (
        <PanelDialog {...{ panel, content, current }} attach={attachDetails} onKeyDown={moveInPanel} />
      )}
    </Box>
  );
}

/** Width in px of the position and the buttons, for up to 999 rows. */
const STEPS_WIDTH = 132;
/** Style of the heading: position and buttons are on the line of the name, the other lines take the full width. */
const headingStyle = {
  position: 'relative',
  paddingInline: 2,
  paddingTop: 1,
  '& .MuiTypography-subtitle1': { paddingInlineEnd: `${STEPS_WIDTH}px`, paddingBlock: '6px 2px' },
} as const;
const stepsStyle = {
  position: 'absolute',
  top: 8,
  insetInlineEnd: 16,
  display: 'flex',
  alignItems: 'center',
  gap: 1,
} as const;
const scrollStyle = { flex: 1, minHeight: 0, overflowY: 'auto', paddingInline: 2, paddingBlock: 1.5 } as const;
const footerStyle = { padding: 2, paddingTop: 1.25, borderTop: 1, borderColor: 'divider' } as const;

interface PanelDialogProps<Row> {
  panel: DetailPanel<Row>;
  content: PanelContent<Row>;
  current: Row;
  attach: Ref<HTMLElement>;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Dialog with the details of a row on narrow screens; full screen on a phone. */
function PanelDialog<Row>({ panel, content, current, attach, onKeyDown }: PanelDialogProps<Row>) {
  const translate = useTranslate();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const titleId = useId();
  const footer = content.renderFooter?.(current);
  return (
    <Dialog open onClose={panel.close} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <Box ref={attach} data-index={panel.index} onKeyDown={onKeyDown} sx={{ display: 'contents' }}>
        <Box
          sx={{ display: 'flex', alignItems: 'center', gap: 0.5, padding: 1, borderBottom: 1, borderColor: 'divider' }}
        >
          <IconButton aria-label={translate('shared.close')} onClick={panel.close}>
            <CloseIcon />
          </IconButton>
          <DialogTitle id={titleId} component="h2" sx={{ flex: 1, padding: 0 }}>
            {content.positionLabel}
          </DialogTitle>
          <Steps panel={panel} isAlone />
        </Box>
        <DialogContent key={panel.currentId} data-details tabIndex={0} sx={{ padding: 2 }}>
          {content.heading(current)}
          {content.details(current)}
        </DialogContent>
        {footer && <DialogActions sx={{ display: 'block', padding: 2 }}>{footer}</DialogActions>}
      </Box>
    </Dialog>
  );
}

/** Position of the row, and buttons to the previous and next row. */
function Steps<Row>({ panel, isAlone = false }: { panel: DetailPanel<Row>; isAlone?: boolean }) {
  const translate = useTranslate();
  const total = panel.rows.length;
  if (total < 2) return null;
  const buttons = [
    { labelKey: 'previous', Icon: UpIcon, by: -1 },
    { labelKey: 'next', Icon: DownIcon, by: 1 },
  ] as const;
  return (
    <>
      {!isAlone && (
        <Typography variant="body2" className="tabular" sx={{ color: 'text.tertiary', whiteSpace: 'nowrap' }}>
          {translate('process.panel.place', { number: panel.index + 1, total })}
        </Typography>
      )}
      <ButtonGroup size="small" color="inherit">
        {buttons.map(({ labelKey, Icon, by }) => (
          <Button
            key={labelKey}
            aria-label={translate(`process.panel.${labelKey}`)}
            onClick={() => panel.step(by)}
            sx={{ paddingInline: 0.5, '&&': { minWidth: 30 } }}
          >
            <Icon fontSize="small" />
          </Button>
        ))}
      </ButtonGroup>
    </>
  );
}
