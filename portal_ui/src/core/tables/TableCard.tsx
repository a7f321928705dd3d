import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { memo, type ReactElement } from 'react';
import { toCardFields } from './columnLayout';
import { RowCheckbox } from './RowCheckbox';
import type { RowProps } from './TableRow';
import type { CellContext, Field } from './tableTypes';

function BaseCard<Row>(props: RowProps<Row>) {
  const { row, id, index, count, columns, name, isSelected, isCurrent, onToggle, measure, rowProps } = props;
  const context: CellContext = { name, onCard: true };
  const fields = toCardFields(columns);
  const omitEmpty = (subset: readonly Field<Row>[]) => subset.filter(({ isEmpty }) => !isEmpty?.(row));
  const details = omitEmpty(fields.details);
  const actions = omitEmpty(fields.actions);
  return (
    <CardItem
      {...rowProps?.(row)}
      ref={measure}
      data-index={index}
      data-marked={isSelected}
      aria-current={isCurrent || undefined}
      aria-setsize={count}
      aria-posinset={count === undefined ? undefined : index + 1}
    >
      {onToggle && (
        <Box sx={{ marginLeft: -0.5, minWidth: 28 }}>
          {isSelected !== undefined && <RowCheckbox {...{ id, name, isSelected, onToggle }} />}
        </Box>
      )}
      <div className="content">
        {omitEmpty(fields.header).map((field) => (
          <div key={field.key}>{field.cell(row, context)}</div>
        ))}
        {details.length > 0 && (
          <dl>
            {details.map((field) => (
              <div key={field.key} className={`${field.card ?? 'line'} ${field.align ?? ''}`}>
                <dt>{field.label}</dt>
                <dd>{field.cell(row, context)}</dd>
              </div>
            ))}
          </dl>
        )}
        {actions.length > 0 && (
          <div className="actions">
            {actions.map((field) => (
              <div key={field.key}>{field.cell(row, context)}</div>
            ))}
          </div>
        )}
      </div>
    </CardItem>
  );
}

/** Card with the styles of all its areas, by class. Virtualized cards mount often, so they must be cheap. */
const CardItem = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  padding: theme.spacing(2),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&:last-of-type': { borderBottom: 0 },
  '&[data-marked="true"], &[data-drag-over]': { backgroundColor: theme.portal.accentSoft },
  '& > .content': { flex: 1, minWidth: 0, display: 'grid', gap: theme.spacing(1) },
  '& .content > div': { minWidth: 0 },
  '& .content > dl': {
    display: 'grid',
    gap: theme.spacing(1),
    margin: 0,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    [theme.containerQueries.up(560)]: { columnGap: theme.spacing(2), gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
    [theme.containerQueries.up(880)]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
  },
  '& .line, & .entry, & .wide': { gridColumn: 'span 2' },
  '& .line, & .entry': { display: 'flex', gap: theme.spacing(1.5) },
  '& .line.end': { justifyContent: 'space-between' },
  // Values that are not known yet say nothing on a card.
  '& .content > dl > div:has(> dd > [data-empty]:only-child)': { display: 'none' },
  '& .content > dl > div > dt': { ...theme.typography.subtitle2, color: theme.portal.text3 },
  '& .content > dl > div > dd': { margin: 0, minWidth: 0 },
  '& .line > dt': { minWidth: 96, paddingTop: 1 },
  '& .entry': { gap: theme.spacing(1) },
  '& .entry > dt': { alignSelf: 'center', flex: '0 0 33%', paddingTop: 0 },
  '& .entry > dd': { flex: 1 },
  // Next to a field of 44 px, not to its message below.
  '& .entry:has(.MuiFormHelperText-root) > dt': { alignSelf: 'flex-start', paddingTop: 12 },
  '& .entry:has(.MuiFormHelperText-root)': { marginBottom: theme.spacing(1) },
  '& .half > dt, & .wide > dt': { marginBottom: theme.spacing(0.5) },
  '& .actions': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) },
  '& .actions > div:only-child': { flex: 1, minWidth: 0 },
  // Next to another action, such as a comment, the buttons of a decision take the free width.
  '& .actions > div:has(> .MuiButtonGroup-root)': { flex: '1 1 180px' },
  '& .actions > div:empty': { display: 'none' },
}));

/** Memoized card: renders again only if its own data or selection changes. */
export const TableCard = memo(BaseCard) as <Row>(props: RowProps<Row>) => ReactElement;
