import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import { useEvent, useTranslate } from 'ra-core';
import { useMemo, useRef } from 'react';
import { CellText } from '../../../core/tables/CellText';
import { RequestTable } from '../../../core/tables/Table';
import type { Column, TableHandle } from '../../../core/tables/tableTypes';
import { PartLabel } from '../../parts/PartLabel';
import type { Item } from './items';
import { QuantityField } from './QuantityField';
import type { useItemLabel } from './usePartRequest';

interface ItemTableProps {
  items: readonly Item[];
  errors: ReadonlyMap<number, string | undefined>;
  label: ReturnType<typeof useItemLabel>;
  /** Return the error message of a typed quantity. */
  validate: (item: Item, text: string) => string | undefined;
  onQuantity: (id: number, quantity: number) => void;
  onRemove: (id: number) => void;
}

const getItemId = (item: Item): number => item.id;
const getItemName = (item: Item): string => item.name;

/** Table of the chosen items; cards on a phone. */
export function ItemTable({ items, errors, label, validate, onQuantity, onRemove }: ItemTableProps) {
  const translate = useTranslate();
  const table = useRef<TableHandle>(null);
  const remove = useEvent((id: number) => {
    const at = items.findIndex((item) => item.id === id);
    const adjacent = items[at + 1] ?? items[at - 1];
    onRemove(id);
    // The focused button is removed with its row.
    if (adjacent) table.current?.focusCell(adjacent.id, 'delete');
  });

  const columns = useMemo<Column<Item>[]>(
    () => [
      {
        key: 'part',
        label: translate('newPartRequest.items.part'),
        card: 'title',
        cell: (item) => {
          const { imageUrl, name, secondary, problem } = label(item);
          const error = errors.get(item.id) ?? problem;
          return (
            <PartLabel imageUrl={imageUrl} name={name} secondary={secondary}>
              {error && (
                <FormHelperText error role="alert">
                  {error}
                </FormHelperText>
              )}
            </PartLabel>
          );
        },
      },
      {
        key: 'number',
        label: translate('newPartRequest.items.number'),
        width: 200,
        isEmpty: ({ part }) => !part?.number,
        cell: ({ part }) => <CellText>{part?.number}</CellText>,
      },
      {
        key: 'quantity',
        label: translate('newPartRequest.items.quantity'),
        width: 104,
        align: 'end',
        cell: (item, { name }) => (
          <QuantityField
            label={translate('newPartRequest.items.quantityOf', { name })}
            quantity={item.quantity}
            validate={(text) => validate(item, text)}
            onChange={(quantity) => onQuantity(item.id, quantity)}
          />
        ),
      },
      {
        key: 'delete',
        label: translate('newPartRequest.items.deleteColumn'),
        hideHeader: true,
        width: 84,
        align: 'end',
        card: 'action',
        cell: ({ id }, { name }) => (
          <IconButton
            data-cell="delete"
            aria-label={translate('newPartRequest.items.delete', { name })}
            onClick={() => remove(id)}
          >
            <DeleteIcon />
          </IconButton>
        ),
      },
    ],
    [translate, label, errors, validate, onQuantity, remove],
  );
  return (
    <RequestTable
      label={translate('newPartRequest.items.title')}
      rows={items}
      columns={columns}
      rowId={getItemId}
      rowName={getItemName}
      estimatedHeights={{ row: 64, card: 112 }}
      handle={table}
    />
  );
}
