import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { memo, type ReactElement } from 'react';
import type { CardPlace, CellPlace, Field } from './declaration';
import { MarkBox } from './MarkBox';
import type { RowProps } from './TableRow';

interface TableCardProps<Row> extends RowProps<Row> {
  fields: Record<CardPlace, readonly Field<Row>[]>;
}

function PlainCard<Row>({
  row,
  id,
  index,
  count,
  fields,
  name,
  marked,
  onMark,
  measure,
  rowProps,
}: TableCardProps<Row>) {
  const place: CellPlace = { name, onCard: true };
  const drawn = (at: CardPlace) => fields[at].filter(({ isEmpty }) => !isEmpty?.(row));
  const lines = drawn('line');
  const named = [...drawn('half'), ...drawn('wide')];
  const actions = drawn('action');
  return (
    <CardItem
      {...rowProps?.(row)}
      ref={measure}
      data-index={index}
      data-marked={marked}
      aria-setsize={count}
      aria-posinset={count === undefined ? undefined : index + 1}
    >
      {onMark && (
        <Box sx={{ marginLeft: -0.5, minWidth: 28 }}>
          {marked !== undefined && <MarkBox {...{ id, name, marked, onMark }} />}
        </Box>
      )}
      <div className="content">
        {[...drawn('title'), ...drawn('status')].map((field) => (
          <div key={field.key}>{field.cell(row, place)}</div>
        ))}
        {lines.length + named.length > 0 && (
          <dl>
            {[...lines, ...named].map((field) => (
              <div key={field.key} className={`${field.card ?? 'line'} ${field.align ?? ''}`}>
                <dt>{field.label}</dt>
                <dd>{field.cell(row, place)}</dd>
              </div>
            ))}
          </dl>
        )}
        {actions.length > 0 && (
          <div className="actions">
            {actions.map((field) => (
              <div key={field.key}>{field.cell(row, place)}</div>
            ))}
          </div>
        )}
      </div>
    </CardItem>
  );
}

/** A card with all its places. Their rules stand here, by class: cards come and go while a long list is scrolled. */
const CardItem = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  padding: theme.spacing(2),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&:last-of-type': { borderBottom: 0 },
  '&[data-marked="true"], &[data-over]': { backgroundColor: theme.portal.accentSoft },
  '& > .content': { flex: 1, minWidth: 0, display: 'grid', gap: theme.spacing(1) },
  '& .content > div': { minWidth: 0 },
  // Two fields in a row on a phone, more where there is room; a line has the room of two.
  '& dl': {
    display: 'grid',
    gap: theme.spacing(1),
    margin: 0,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(132px, calc(50% - 4px)), 1fr))',
  },
  '& dl > div': { minWidth: 0 },
  '& dl > .line, & dl > .wide': { gridColumn: 'span 2' },
  '& dl > .line': { display: 'flex', gap: theme.spacing(1.5) },
  '& dl > .line.end': { justifyContent: 'space-between' },
  '& dt': { ...theme.typography.subtitle2, color: theme.portal.text3 },
  '& .line > dt': { minWidth: 96, paddingTop: 1 },
  '& dd': { margin: 0, minWidth: 0 },
  '& .half > dt, & .wide > dt': { marginBottom: theme.spacing(0.5) },
  '& .actions': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) },
  '& .actions > div:empty': { display: 'none' },
}));

/** A card is drawn again only when its own unit, or whether it is marked, has changed. */
export const TableCard = memo(PlainCard) as <Row>(props: TableCardProps<Row>) => ReactElement;
