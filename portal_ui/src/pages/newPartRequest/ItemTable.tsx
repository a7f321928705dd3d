import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { useCategories, useFreshParts } from '../../kernel/catalogue/catalogue';
import { PartLabel } from '../../kernel/catalogue/PartLabel';
import { thumbOf } from '../../kernel/files/thumbs';
import { type UnitColumn, UnitTable } from '../../kernel/process/units/UnitTable';
import type { Item } from './items';

interface ItemTableProps {
  items: readonly Item[];
  errors: ReadonlyMap<number, string>;
  onRemove: (id: number) => void;
}

const itemId = (item: Item): number => item.id;
const itemName = (item: Item): string => item.name;

/** The items chosen so far: a table, cards on a phone. */
export function ItemTable({ items, errors, onRemove }: ItemTableProps) {
  const translate = useTranslate();
  const label = useItemLabel(items);

  const remove = useCallback(
    (item: Item) => (
      <IconButton
        aria-label={translate('newPartRequest.items.delete', { name: item.name })}
        onClick={() => onRemove(item.id)}
      >
        <DeleteIcon />
      </IconButton>
    ),
    [translate, onRemove],
  );
  const cell = useCallback(
    (item: Item) => {
      const { imageUrl, name, below, problem } = label(item);
      const error = errors.get(item.id) ?? problem;
      return (
        <PartLabel imageUrl={imageUrl} name={name} below={below}>
          {error && (
            <FormHelperText error role="alert">
              {error}
            </FormHelperText>
          )}
        </PartLabel>
      );
    },
    [label, errors],
  );
  const columns = useMemo<UnitColumn<Item>[]>(
    () => [
      { key: 'part', label: translate('newPartRequest.items.part'), cell },
      {
        key: 'number',
        label: translate('newPartRequest.items.number'),
        width: 200,
        cell: (item) => (
          <Typography component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {item.part?.number ?? '–'}
          </Typography>
        ),
      },
      {
        key: 'quantity',
        label: translate('newPartRequest.items.quantity'),
        width: 104,
        align: 'end',
        cell: (item) => item.quantity,
      },
      {
        key: 'delete',
        label: translate('newPartRequest.items.deleteColumn'),
        quiet: true,
        width: 84,
        align: 'end',
        cell: remove,
      },
    ],
    [translate, cell, remove],
  );
  const card = useCallback(
    (item: Item) => (
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>{cell(item)}</Box>
        <Typography className="tabular" sx={{ fontWeight: 'fontWeightBold', whiteSpace: 'nowrap' }}>
          {translate('partRequest.times', { quantity: item.quantity })}
        </Typography>
        {remove(item)}
      </Box>
    ),
    [cell, remove, translate],
  );
  return (
    <UnitTable
      label={translate('newPartRequest.items.title')}
      rows={items}
      columns={columns}
      card={card}
      rowId={itemId}
      rowName={itemName}
      rowHeight={64}
      cardHeight={73}
      minWidth={600}
    />
  );
}

/** Picture, name and what stands below it; and that a part is no longer offered. */
export function useItemLabel(items: readonly Item[]) {
  const translate = useTranslate();
  const parts = items.flatMap(({ part }) => part ?? []);
  const { freshOf, isGone } = useFreshParts('PARTS', parts);
  const { data: categories } = useCategories();
  return (item: Item) => {
    const { part, name, images } = item;
    if (!part) {
      const pictures = translate('newPartRequest.items.pictures', { smart_count: images.length });
      return {
        imageUrl: images[0] ? thumbOf(images[0].id) : null,
        name,
        below: `${translate('newPartRequest.items.proposed')} · ${pictures}`,
        problem: images.length === 0 ? translate('newPartRequest.reason.pictures') : null,
      };
    }
    const category = categories?.find(({ key }) => key === part.category)?.name ?? '';
    return {
      imageUrl: freshOf(part).imageUrl,
      name,
      below: [part.maker, category].filter(Boolean).join(' · '),
      problem: isGone(part) ? translate('newPartRequest.items.gone') : null,
    };
  };
}
