import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { useProcess } from '../../kernel/process/processContext';
import { useDialogMerging } from '../../kernel/process/useDialogMerging';
import { useDialogSave } from '../../kernel/process/useRecordWriter';
import { draftKey } from '../../kernel/saving/drafts';
import { FormDialog } from '../../kernel/saving/FormDialog';
import { resolverOf } from '../../kernel/saving/rules';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { useDialogDraft } from '../../kernel/saving/useDialogDraft';
import { PackagesForm } from '../../kernel/shipping/PackagesForm';
import { numberWithout } from '../../kernel/shipping/packing';
import { CellField, CellSelect } from '../../kernel/table/CellField';
import { choiceName, useMeta } from '../../server/meta';
import { FormPart } from '../../shared/FormPart';
import { write } from './calls';
import { nameOf, type PackingForm, packingBody, packingOf, packingProblems, toFormPath } from './packing';
import type { PartRequest } from './types';

type Field = 'package' | 'customsValue' | 'hsCode' | 'origin';

const packedOf = ({ packing }: PartRequest) => packingOf(packing ?? { packages: [], items: [] });
const resolver = resolverOf<PackingForm>(packingProblems);

/** Which packages there are, what is in them, and what customs are told of it. */
export default function PackDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess<PartRequest>();
  const { save, ...sending } = useDialogSave();
  const { limits } = useMeta();
  const translate = useTranslate();
  const [saved] = useState(() => packedOf(record));
  const form = useForm<PackingForm>({ defaultValues: saved, resolver });
  const draft = useDialogDraft(form, draftKey(kind.kind, record.id, 'packing'));

  const merging = useDialogMerging<PartRequest, PackingForm>(form, saved, {
    valuesOf: packedOf,
    labelOf: (path) => translate(path.startsWith('items') ? 'partRequest.consignment.items' : 'shipping.packages'),
    textOf: () => '',
  });
  const submit: () => Promise<void> = form.handleSubmit((values) =>
    save(write(record, 'packing', packingBody(values)), {
      merging: { ...merging, again: () => submit().then(() => null) },
      place: (error) => applyServerErrors(form, error, toFormPath),
      done: 'partRequest.packing.saved',
      onSaved: () => {
        draft.end();
        onClose();
      },
    }),
  );
  /** What was in a package that is taken away is in none, and those after it count anew. */
  const onRemove = (index: number) => {
    form.getValues('items').forEach((row, place) => {
      const number = numberWithout(row.package, index + 1);
      if (number !== row.package) form.setValue(`items.${place}.package`, number, { shouldDirty: true });
    });
  };
  return (
    <FormDialog
      title={translate('partRequest.packing.dialog')}
      submitLabel={translate('process.save')}
      draft={draft}
      maxWidth="md"
      {...sending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <Typography sx={{ color: 'text.secondary' }}>{translate('partRequest.packing.hint')}</Typography>
        <PackagesForm limit={limits.packages} onRemove={onRemove} />
        <FormPart title="partRequest.consignment.items">
          <Box sx={{ display: 'grid', gap: 2 }}>
            {saved.items.map(({ id }, place) => (
              <Item key={id} {...{ id, place }} />
            ))}
          </Box>
        </FormPart>
      </FormProvider>
    </FormDialog>
  );
}

/** One item: its package, where there are several, and what customs are told; the catalogue's own where that is open. */
function Item({ id, place }: { id: number; place: number }) {
  const { record } = useProcess<PartRequest>();
  const { choices } = useMeta();
  const translate = useTranslate();
  const { control } = useFormContext<PackingForm>();
  const count = useWatch({ control, name: 'packages' }).length;
  const name = nameOf(record, id);
  const quantity = record.requestedParts.find((item) => item.id === id)?.quantity ?? 1;
  const known = record.packing?.items.find((item) => item.id === id);
  const columnOf = (key: Field) => translate(`partRequest.packing.${key}`);
  const cellOf = (key: Field) => ({
    name: `items.${place}.${key}`,
    cell: key,
    label: translate('partRequest.packing.of', { column: columnOf(key), name }),
  });
  const open = translate('partRequest.packing.open');
  const packages = Array.from({ length: count }, (_, index) => ({
    key: String(index + 1),
    name: translate('shipping.package', { number: index + 1 }),
  }));
  return (
    <Box role="group" aria-label={name}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{translate('partRequest.line', { name, quantity })}</Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}>
        {count > 1 && (
          <Named label={columnOf('package')}>
            <CellSelect {...cellOf('package')} choices={packages} emptyLabel={open} />
          </Named>
        )}
        <Named label={columnOf('customsValue')}>
          <CellField {...cellOf('customsValue')} inputMode="decimal" placeholder="0.00" />
        </Named>
        <Named label={columnOf('hsCode')}>
          <CellField {...cellOf('hsCode')} placeholder={known?.catalogueHsCode || open} />
        </Named>
        <Named label={columnOf('origin')}>
          <CellSelect
            {...cellOf('origin')}
            choices={choices.countries ?? []}
            emptyLabel={choiceName(choices.countries, known?.catalogueOrigin ?? '') || open}
          />
        </Named>
      </Box>
    </Box>
  );
}

/** A cell below what it is called, which it tells screen readers itself. */
function Named({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography aria-hidden variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {children}
    </div>
  );
}
