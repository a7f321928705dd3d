import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { RecordContextProvider, useListContext, useTranslate } from 'ra-core';
import { Fragment, type ReactNode } from 'react';
import type { Column } from '../../api/types';
import { useFormat } from '../i18n/format';
import { DateTime } from '../ui/DateTime';
import { cardListStyle, cardStyle } from './cardStyle';
import { Cell, DelayText, EMPTY_CELL, ResponsibleCell, ValueSkeleton } from './cells';
import { ExpandButton, useExpansion } from './ExpandButton';
import { CardBulkActions, SelectRowCheckbox } from './ListBulkActions';
import { getNameColumn } from './listParams';
import { type ListScreen, useListScreen } from './listScreen';
import { NameLink, RowOverlayLink, useListRow } from './RowLinks';
import { type CardPlace, getDelay, getRowName, type Row, requiresMyAction } from './rows';

/** Rows of the ListContext as cards, for narrow screens. */
export function ListCards() {
  const { resource } = useListScreen();
  const { data = [], isPlaceholderData = false } = useListContext<Row>();
  return (
    <>
      {resource.bulkActions.length > 0 && <CardBulkActions />}
      <Box component="ul" aria-label={resource.title} aria-busy={isPlaceholderData} sx={cardListStyle}>
        {data.map((row) => (
          <RecordContextProvider key={row.id} value={row}>
            <ListCard />
          </RecordContextProvider>
        ))}
      </Box>
    </>
  );
}

const placeByType: Partial<Record<Column['type'], CardPlace>> = {
  status: 'chip',
  image: 'before',
  datetime: 'time',
  role: 'step',
  longText: 'step',
  number: 'figure',
  money: 'figure',
  boolean: 'figure',
  date: 'figure',
};

/** Assign the shown columns to the places of a card. */
function arrangeColumns({ resource, columns, extras }: ListScreen) {
  const naming = getNameColumn(resource.columns)?.key;
  const getPlace = ({ key, type }: Column): CardPlace => {
    const { card, expand } = extras[key] ?? {};
    if (key === naming || expand) return 'none';
    return card ?? placeByType[type] ?? 'fact';
  };
  const at = (place: CardPlace) => columns.filter((column) => getPlace(column) === place);
  return {
    before: at('before'),
    chips: at('chip'),
    facts: at('fact'),
    // Texts first: they say what the request is about.
    steps: at('step').sort((a, b) => Number(isNextStep(a)) - Number(isNextStep(b))),
    figures: at('figure'),
    times: at('time'),
    controls: at('control'),
    appointments: at('appointment'),
  };
}

/** Return whether a column has content in a row, other than zero. */
function hasContent(row: Row, { key }: Column, { extras }: ListScreen, translate: ReturnType<typeof useTranslate>) {
  const { render, secondary, isUsual } = extras[key] ?? {};
  if (isUsual?.(row)) return false;
  const value: unknown = render?.(row) ?? row[key] ?? '';
  const isEmpty = value === '' || value === 0 || value === EMPTY_CELL || (Array.isArray(value) && value.length === 0);
  return !isEmpty || Boolean(secondary?.(row, translate));
}

/** Return the label of a column on a card, possibly shorter than its heading. */
function useCardLabel() {
  const translate = useTranslate();
  const { extras } = useListScreen();
  return ({ key, label }: Column) => {
    const shortKey = extras[key]?.cardLabel;
    return shortKey ? translate(shortKey) : label;
  };
}

/** Card of a row: name and status, two lines of values, controls. */
function ListCard() {
  const row = useListRow();
  const translate = useTranslate();
  const screen = useListScreen();
  const { resource, extras } = screen;
  const { before, chips, facts, steps, figures, times, controls, appointments } = arrangeColumns(screen);
  const getLabel = useCardLabel();
  // The last change, otherwise the last one that the row has: an email that waits has no sending time.
  const time =
    resource.columns.find(({ key }) => key === 'updatedAt' && (row.isPlaceholder || typeof row[key] === 'string')) ??
    times.findLast(({ key }) => row.isPlaceholder || typeof row[key] === 'string');
  const { expansion, isOpen, id } = useExpansion();
  const fill = (columns: readonly Column[]) =>
    row.isPlaceholder ? columns.slice(0, 1) : columns.filter((column) => hasContent(row, column, screen, translate));
  const { secondary, isOneLine } = extras[getNameColumn(resource.columns)?.key ?? ''] ?? {};
  // While loading, a line for it where it is the only fact.
  const loading = facts.length === 0 && secondary && <Skeleton height={16} width={64} />;
  const added = row.isPlaceholder ? loading : secondary?.(row, translate);
  // A fact that equals the name is not repeated.
  const filledFacts = fill(facts).filter(({ key }) => row.isPlaceholder || row[key] !== getRowName(row, resource));
  const lead = (filledFacts.length > 0 || added || expansion) && (
    <div className="lead">
      {(filledFacts.length > 0 || added) && <Values columns={filledFacts} added={added} />}
      <ExpandButton />
    </div>
  );
  const appointment = appointments.find(({ key }) => row.heldBy && liesAhead(row[key]));
  const left = [
    lead,
    ...fill(steps).map((column) => <Step key={column.key} column={column} />),
    !screen.columns.some(isNextStep) && row.heldBy && <HolderLine key="holder" />,
    appointment && <Appointment key="appointment" column={appointment} />,
    fill(figures).length > 0 && <Values columns={fill(figures)} isLabelled />,
  ].filter(Boolean);
  const lastTime = time && (
    <div className="end">
      <LastTime column={time} />
    </div>
  );
  // Texts of a row without a page are whole: they need the width.
  const isTimeAbove = !hasRecordPage(resource);
  const isTransition = chips.filter(({ type }) => type === 'status').length > 1;
  const chipLine = (
    <div className="chips">
      {fill(chips).map((column, index) => (
        <Fragment key={column.key}>
          {isTransition && index > 0 && <ArrowForwardIcon aria-hidden sx={{ fontSize: 16, color: 'text.tertiary' }} />}
          <span className="status">
            {/* A control has a name of its own, which includes the row. */}
            {extras[column.key]?.isLabelled && (
              <span aria-hidden className="label">
                {getLabel(column)}
              </span>
            )}
            <Cell column={column} />
          </span>
        </Fragment>
      ))}
      {isTimeAbove && lastTime}
    </div>
  );
  return (
    <Box component="li" className={requiresMyAction(row, resource) ? 'yours' : undefined} sx={cardStyle}>
      {resource.bulkActions.length > 0 && (
        <div className="select">
          <SelectRowCheckbox />
        </div>
      )}
      <div className="title">
        <div className={isOneLine ? 'name oneLine' : 'name'}>
          {before.map((column) => (
            <Cell key={column.key} column={column} />
          ))}
          <NameLink />
        </div>
        {!isOneLine && chipLine}
      </div>
      {Array.from({ length: Math.max(left.length, time && !isTimeAbove ? 1 : 0) }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a card have no other identity.
        <div key={line} className="line">
          <div>{left[line]}</div>
          {line === 0 && !isTimeAbove && lastTime}
        </div>
      ))}
      {isOneLine && chipLine}
      {controls.map((column) => (
        <div key={column.key} className="controls">
          <span aria-hidden className="label">
            {`${getLabel(column)}:`}
          </span>
          <Cell column={column} />
        </div>
      ))}
      {isOpen && expansion && <div id={id}>{expansion.content}</div>}
    </Box>
  );
}

/** Time without a label: relative to now, or exact with its offset. */
function LastTime({ column }: { column: Column }) {
  const row = useListRow();
  const { isExact } = useListScreen().extras[column.key] ?? {};
  const { dateTimeWithZone } = useFormat();
  const value: unknown = row[column.key];
  if (row.isPlaceholder) return <ValueSkeleton column={column} />;
  return (
    typeof value === 'string' && (
      <RowOverlayLink>
        {isExact ? (
          <DateTime value={value}>{dateTimeWithZone(value)}</DateTime>
        ) : (
          <DateTime value={value} form="relative" />
        )}
      </RowOverlayLink>
    )
  );
}

/** Return whether the rows have a page that shows what a card cuts. */
const hasRecordPage = ({ record }: ListScreen['resource']) => Object.values(record).some(Boolean);

/** Values of columns, in one line if the rows have a page. */
function Values({
  columns,
  added,
  isLabelled,
}: {
  columns: readonly Column[];
  added?: ReactNode;
  isLabelled?: boolean;
}) {
  const { resource, extras } = useListScreen();
  return (
    <div className={hasRecordPage(resource) ? 'facts' : 'facts whole'}>
      {columns.map((column) => (
        <span key={column.key}>
          {(isLabelled || extras[column.key]?.isLabelled) && <CardLabel column={column} />}
          <Cell column={column} />
        </span>
      ))}
      {added && <span className="label">{added}</span>}
    </div>
  );
}

/** Label of a value; of an absolute time, with its UTC offset. */
function CardLabel({ column }: { column: Column }) {
  const format = useFormat();
  const translate = useTranslate();
  const { key, type } = column;
  const label = useCardLabel()(column);
  const value: unknown = useListRow()[key];
  const text =
    type === 'datetime' && typeof value === 'string'
      ? translate('lists.atOffset', { label, offset: format.offsets([value]) })
      : label;
  return <span className="label">{`${text}: `}</span>;
}

/** Responsible role, or a long text, in one line if the row has a page. */
function Step({ column }: { column: Column }) {
  const row = useListRow();
  const { resource } = useListScreen();
  if (row.isPlaceholder) return <ValueSkeleton column={column} />;
  if (column.type === 'role') {
    return (
      <Holder label={column.label}>
        <Cell column={column} />
      </Holder>
    );
  }
  const delay = isNextStep(column) && getDelay(row);
  return (
    <div className={hasRecordPage(resource) ? 'facts' : 'facts whole'}>
      <Box
        component="span"
        sx={column.key === 'nextStep' ? { color: 'portal.accentText', fontWeight: 'fontWeightMedium' } : null}
      >
        <Cell column={column} isBrief />
      </Box>
      {delay && <DelayText delay={delay} />}
    </div>
  );
}

/** Party that holds a request of a list without a column for it. */
function HolderLine() {
  const { heldBy } = useListRow();
  return (
    <Holder label={useTranslate()('lists.actionRequired')}>
      <ResponsibleCell role={String(heldBy)} />
    </Holder>
  );
}

/** Responsible role and delay. */
function Holder({ label, children }: { label: string; children: ReactNode }) {
  const row = useListRow();
  const delay = getDelay(row);
  const isUserTurn = row.actionRequiredFromCurrentUser === true;
  return (
    <div className="facts">
      <span>
        {!isUserTurn && <span className="label">{`${label} `}</span>}
        {children}
      </span>
      {delay && <DelayText delay={delay} />}
    </div>
  );
}

/** Date and time of an appointment, with its UTC offset. */
function Appointment({ column }: { column: Column }) {
  return (
    <div className="appointment">
      <CardLabel column={column} />
      <DateTime value={String(useListRow()[column.key])} />
    </div>
  );
}

const liesAhead = (value: unknown) => typeof value === 'string' && Date.parse(value) > Date.now();

const isNextStep = ({ key, type }: Column) => type === 'role' || key === 'nextStep';
