import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { FormProvider, useFieldArray, useForm, useFormContext, useWatch } from 'react-hook-form';
import { FilesField } from '../../kernel/files/FilesField';
import { useProcess } from '../../kernel/process/processContext';
import { useDialogMerging } from '../../kernel/process/useDialogMerging';
import { useDialogSave } from '../../kernel/process/useRecordWriter';
import { draftKey } from '../../kernel/saving/drafts';
import { FormDialog } from '../../kernel/saving/FormDialog';
import { judge, maxLength, required, resolverOf, text } from '../../kernel/saving/rules';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { useDialogDraft } from '../../kernel/saving/useDialogDraft';
import { CellField, CellSelect, useCellError } from '../../kernel/table/CellField';
import { choiceName, useMeta } from '../../server/meta';
import { ArrivalExtras } from './ArrivalExtras';
import { type ArrivalsForm, arrivalsBody, arrivalsOf, tickedParts, toFormPath } from './arrivals';
import { write } from './calls';
import { ScanField } from './ScanField';
import type { Repair, RepairPart } from './types';
import { useUnitName } from './unitName';
import { rowKey, servicedParts } from './unitRows';

const resolver = resolverOf<ArrivalsForm>(({ rows, extras }) =>
  Object.assign(
    {},
    ...Object.entries(rows).map(([key, { note }]) => judge({ note }, { note: maxLength(1024) }, `rows.${key}.`)),
    ...extras.map(({ serialNumber, note }, place) =>
      judge({ serialNumber, note }, { serialNumber: [required, text], note: maxLength(1024) }, `extras.${place}.`),
    ),
  ),
);

/** The bench ticks off what arrived, by a hand scanner or by hand: package by package. */
export default function ArrivalsDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess<Repair>();
  const { save, ...sending } = useDialogSave();
  const nameOf = useUnitName();
  const meta = useMeta();
  const translate = useTranslate();
  const parts = useMemo(() => servicedParts(record.repairParts), [record.repairParts]);
  const [saved] = useState(() => arrivalsOf(record));
  const form = useForm<ArrivalsForm>({ defaultValues: saved, resolver });
  const draft = useDialogDraft(form, draftKey(kind.kind, record.id, 'arrivals'));
  const extras = useFieldArray({ control: form.control, name: 'extras', keyName: 'key' });
  const [uploading, setUploading] = useState<ReadonlySet<number>>(new Set());
  const onBusy = (id: number, busy: boolean) =>
    setUploading((before) => new Set(busy ? [...before, id] : [...before].filter((one) => one !== id)));
  const [current, setCurrent] = useState('');

  const merging = useDialogMerging<Repair, ArrivalsForm>(form, saved, {
    valuesOf: arrivalsOf,
    labelOf: (path) => {
      const [list, key = ''] = path.split('.');
      if (list === 'extras') return translate('repair.arrivals.extras');
      const unit = parts.find(({ id }) => rowKey(id) === key);
      return unit ? nameOf(unit) : '';
    },
    textOf: (path, value) => {
      if (path.endsWith('.found')) return choiceName(meta.choices.found, String(value));
      return typeof value === 'string' ? value : '';
    },
  });
  const submit: () => Promise<void> = form.handleSubmit((values) =>
    save(write(record, 'save/arrivals', arrivalsBody(parts, values)), {
      merging: { ...merging, again: () => submit().then(() => null) },
      place: (error) => applyServerErrors(form, error, toFormPath(tickedParts(parts, values))),
      done: 'repair.arrivals.saved',
      onSaved: () => {
        draft.end();
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      title={translate('repair.arrivals.title')}
      submitLabel={translate('process.save')}
      draft={draft}
      dirty={draft.dirty || uploading.size > 0}
      disabled={uploading.size > 0}
      maxWidth="md"
      {...sending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <ScanField
          parts={parts}
          onPackage={setCurrent}
          // The focus stays where the scanner types next.
          onUnknown={(serialNumber) =>
            extras.append({ serialNumber, parcel: current, note: '', photos: [] }, { shouldFocus: false })
          }
        />
        <Parcels parts={parts} onBusy={onBusy} />
        <ArrivalExtras current={current} {...extras} />
      </FormProvider>
    </FormDialog>
  );
}

/** The units, package by package; those of which nobody said where they are come last. */
function Parcels({ parts, onBusy }: { parts: readonly RepairPart[]; onBusy: (id: number, busy: boolean) => void }) {
  const { packages } = useProcess<Repair>().record.pickUpShippingDetails;
  const { setValue, getValues } = useFormContext<ArrivalsForm>();
  const translate = useTranslate();
  const only = packages.length === 1 ? packages[0]?.id : undefined;
  const groups = [...packages.map(({ id }, place) => ({ id, number: place + 1 })), { id: null, number: 0 }]
    .map(({ id, number }) => ({
      number,
      units: parts.filter(({ packing }) => {
        const known = packages.some((each) => each.id === packing.packageId);
        return (known ? packing.packageId : (only ?? null)) === id;
      }),
    }))
    .filter(({ units }) => units.length > 0);
  return groups.map(({ number, units }) => {
    const title = number === 0 ? translate('repair.arrivals.anywhere') : translate('shipping.package', { number });
    return (
      <Box component="section" key={number} aria-label={title}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="subtitle1" component="h3">
            {title}
          </Typography>
          <Button
            variant="text"
            size="small"
            onClick={() => {
              for (const { id } of units) {
                const path = `rows.${rowKey(id)}.found` as const;
                if (!getValues(path)) setValue(path, 'THERE', { shouldDirty: true });
              }
            }}
          >
            {translate('repair.arrivals.allThere')}
          </Button>
        </Box>
        {units.map((unit) => (
          <Unit key={unit.id} unit={unit} onBusy={(busy) => onBusy(unit.id, busy)} />
        ))}
      </Box>
    );
  });
}

function Unit({ unit, onBusy }: { unit: RepairPart; onBusy: (busy: boolean) => void }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const { control, setValue } = useFormContext<ArrivalsForm>();
  const name = useUnitName()(unit);
  const path = `rows.${rowKey(unit.id)}` as const;
  const [found, photos] = useWatch({ control, name: [`${path}.found`, `${path}.photos`] });
  const refused = useCellError(`${path}.photos`);
  const states = (choices.found ?? []).filter(({ key }) => key !== 'UNANNOUNCED');
  return (
    <Box sx={{ display: 'grid', gap: 1, paddingBlock: 0.75, gridTemplateColumns: { xs: '1fr', sm: '1fr 160px 1fr' } }}>
      <Typography sx={{ overflowWrap: 'anywhere', paddingTop: { sm: 0.75 } }}>{name}</Typography>
      <CellSelect
        name={`${path}.found`}
        cell="found"
        label={translate('repair.arrivals.stateOf', { name })}
        choices={states}
        emptyLabel={translate('repair.arrivals.open')}
      />
      {found === 'MISSING' || found === 'DAMAGED' ? (
        <CellField
          name={`${path}.note`}
          cell="note"
          label={translate('repair.arrivals.noteOf', { name })}
          placeholder={translate('repair.arrivals.note')}
        />
      ) : (
        <span />
      )}
      {found === 'DAMAGED' && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <FilesField
            value={photos}
            onChange={(chosen) => setValue(`${path}.photos`, chosen, { shouldDirty: true })}
            onBusy={onBusy}
            label={translate('repair.arrivals.photosOf', { name })}
            pictures
            error={refused}
          />
        </Box>
      )}
    </Box>
  );
}
