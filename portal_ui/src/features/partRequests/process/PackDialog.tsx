import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { PartRequest } from '../../../api/partRequests';
import type { SaveResponse } from '../../../api/requests';
import { buildDraftKey } from '../../../core/forms/drafts';
import { PortalFormDialog } from '../../../core/forms/FormDialog';
import { FormSection } from '../../../core/forms/FormSection';
import type { PortalFormState } from '../../../core/forms/usePortalForm';
import { useProcess } from '../../../core/process/processContext';
import { createRecordMerging } from '../../../core/process/recordMerging';
import { useDialogSave } from '../../../core/process/useProcessUpdater';
import { CellField, CellSelect } from '../../../core/tables/CellField';
import { LabeledCell } from '../../../core/tables/LabeledCell';
import { PackagesForm } from '../../shipping/PackagesForm';
import {
  getPartName,
  type PackingForm,
  toFormPath,
  toPackingBody,
  toPackingForm,
  validatePacking,
} from './partRequestPacking';
import { buildPartRequestUpdate } from './partRequestUpdates';

type Field = 'package' | 'customsValue' | 'hsCode' | 'origin';

const getPackedItems = ({ packing }: PartRequest) => toPackingForm(packing ?? { packages: [], items: [] });

/** Dialog to edit packages, their contents and customs data. */
export default function PackDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess<PartRequest>();
  const { limits } = useMeta();
  const { save, ...sending } = useDialogSave();
  const translate = useTranslate();
  const submit = (values: PackingForm, edited: PortalFormState<PackingForm>): Promise<SaveResponse | null> =>
    save(buildPartRequestUpdate('savePacking', toPackingBody(values)), {
      merging: createRecordMerging<PartRequest, PackingForm>(
        edited,
        {
          getValues: getPackedItems,
          getLabel: (path) =>
            translate(path.startsWith('items') ? 'partRequest.consignment.items' : 'shipping.packages'),
          formatValue: () => '',
        },
        submit,
      ),
      applyServerErrors: (error) => edited.applyServerErrors(error, toFormPath),
      successMessage: 'partRequest.packing.saved',
      onSaved: () => {
        edited.end();
        onClose();
      },
    });
  return (
    <PortalFormDialog
      title={translate('partRequest.packing.dialog')}
      submitLabel={translate('process.save')}
      form={{
        values: getPackedItems(record),
        validate: validatePacking,
        mode: 'onSubmit',
        draft: { key: buildDraftKey(kind.kind, record.id, 'packing') },
        onSave: submit,
      }}
      disabled={(_, { dirty }) => !dirty}
      maxWidth="md"
      {...sending}
      onClose={onClose}
    >
      <Typography sx={{ color: 'text.secondary' }}>{translate('partRequest.packing.hint')}</Typography>
      <PackagesForm<PackingForm>
        limit={limits.packages}
        getNumberPaths={({ items }) => items.map((_, index) => `items.${index}.package`)}
      />
      <FormSection title="partRequest.consignment.items">
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Items />
        </Box>
      </FormSection>
    </PortalFormDialog>
  );
}

/** Rows of the items that existed when the dialog was opened. */
function Items() {
  const { getValues } = useFormContext<PackingForm>();
  const [items] = useState(() => getValues('items'));
  return items.map(({ id }, index) => <Item key={id} {...{ id, index }} />);
}

/** Package (if several) and customs data of an item, with defaults of the catalog. */
function Item({ id, index }: { id: number; index: number }) {
  const { record } = useProcess<PartRequest>();
  const { choices } = useMeta();
  const translate = useTranslate();
  const { control } = useFormContext<PackingForm>();
  const count = useWatch({ control, name: 'packages' }).length;
  const name = getPartName(record, id);
  const quantity = record.requestedParts.find((item) => item.id === id)?.quantity ?? 1;
  const known = record.packing?.items.find((item) => item.id === id);
  const getColumnLabel = (key: Field) => translate(`partRequest.packing.${key}`);
  const getCellProps = (key: Field) => ({
    name: `items.${index}.${key}`,
    cell: key,
    label: translate('partRequest.packing.of', { column: getColumnLabel(key), name }),
  });
  const open = translate('shared.notSpecified');
  const packages = Array.from({ length: count }, (_, index) => ({
    key: String(index + 1),
    name: translate('shipping.package', { number: index + 1 }),
  }));
  return (
    <Box
      role="group"
      aria-label={name}
      sx={(theme) => ({
        display: 'grid',
        gap: 1.5,
        '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}`, paddingTop: 2 },
      })}
    >
      <Typography variant="subtitle1" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {translate('partRequest.line', { name, quantity })}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}>
        {count > 1 && (
          <LabeledCell label={getColumnLabel('package')}>
            <CellSelect {...getCellProps('package')} choices={packages} emptyLabel={open} />
          </LabeledCell>
        )}
        <LabeledCell label={getColumnLabel('customsValue')}>
          <CellField {...getCellProps('customsValue')} inputMode="decimal" placeholder="0.00" />
        </LabeledCell>
        <LabeledCell label={getColumnLabel('hsCode')}>
          <CellField {...getCellProps('hsCode')} placeholder={known?.catalogueHsCode || open} />
        </LabeledCell>
        <LabeledCell label={getColumnLabel('origin')}>
          <CellSelect
            {...getCellProps('origin')}
            choices={choices.countries ?? []}
            emptyLabel={getChoiceName(choices.countries, known?.catalogueOrigin ?? '') || open}
          />
        </LabeledCell>
      </Box>
    </Box>
  );
}
