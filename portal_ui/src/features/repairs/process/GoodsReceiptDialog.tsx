import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { SaveResponse } from '../../../api/requests';
import { FilesField } from '../../../core/files/FilesField';
import { buildDraftKey } from '../../../core/forms/drafts';
import { PortalFormDialog } from '../../../core/forms/FormDialog';
import type { PortalFormState } from '../../../core/forms/usePortalForm';
import { maxLength, required, text, type ValidationErrors, validate } from '../../../core/forms/validators';
import { useProcess } from '../../../core/process/processContext';
import { createRecordMerging } from '../../../core/process/recordMerging';
import { useDialogSave } from '../../../core/process/useProcessUpdater';
import { CellField, CellSelect, useCellError } from '../../../core/tables/CellField';
import {
  type GoodsReceiptForm,
  getReceivedParts,
  toFormPath,
  toGoodsReceiptBody,
  toGoodsReceiptForm,
} from './goodsReceiptForm';
import { ReceiptExtras } from './ReceiptExtras';
import { buildRepairUpdate } from './repairUpdates';
import { ScanField } from './ScanField';
import { buildRowKey, filterServicedParts } from './unitRows';
import { useUnitName } from './useUnitName';

const problemsOf = ({ rows, extras }: GoodsReceiptForm): ValidationErrors =>
  Object.assign(
    {},
    ...Object.entries(rows).map(([key, { note }]) => validate({ note }, { note: maxLength(1024) }, `rows.${key}.`)),
    ...extras.map(({ serialNumber, note }, place) =>
      validate({ serialNumber, note }, { serialNumber: [required, text], note: maxLength(1024) }, `extras.${place}.`),
    ),
  );

/** The bench ticks off what arrived, by a hand scanner or by hand: package by package. */
export default function GoodsReceiptDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess<Repair>();
  const { save, ...sending } = useDialogSave();
  const nameOf = useUnitName();
  const meta = useMeta();
  const translate = useTranslate();
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  const [uploading, setUploading] = useState<ReadonlySet<number>>(new Set());
  const onBusy = (id: number, busy: boolean) =>
    setUploading((before) => new Set(busy ? [...before, id] : [...before].filter((one) => one !== id)));

  const submit = (values: GoodsReceiptForm, edited: PortalFormState<GoodsReceiptForm>): Promise<SaveResponse | null> =>
    save(buildRepairUpdate('saveArrivals', toGoodsReceiptBody(parts, values)), {
      merging: createRecordMerging<Repair, GoodsReceiptForm>(
        edited,
        {
          getValues: toGoodsReceiptForm,
          getLabel: (path) => {
            const [list, key = ''] = path.split('.');
            if (list === 'extras') return translate('repair.arrivals.extras');
            const unit = parts.find(({ id }) => buildRowKey(id) === key);
            return unit ? nameOf(unit) : '';
          },
          formatValue: (path, value) => {
            if (path.endsWith('.found')) return getChoiceName(meta.choices.found, String(value));
            return typeof value === 'string' ? value : '';
          },
        },
        submit,
      ),
      place: (error) => edited.place(error, toFormPath(getReceivedParts(parts, values))),
      successMessage: 'repair.arrivals.saved',
      onSaved: () => {
        edited.end();
        onClose();
      },
    });
  return (
    <PortalFormDialog
      title={translate('repair.arrivals.title')}
      submitLabel={translate('process.save')}
      form={{
        values: toGoodsReceiptForm(record),
        validate: problemsOf,
        mode: 'onSubmit',
        draft: { key: buildDraftKey(kind.kind, record.id, 'arrivals') },
        onSave: submit,
      }}
      dirty={uploading.size > 0}
      disabled={uploading.size > 0}
      maxWidth="md"
      {...sending}
      onClose={onClose}
    >
      <Arrivals parts={parts} onBusy={onBusy} />
    </PortalFormDialog>
  );
}

interface ArrivalsProps {
  parts: readonly RepairPart[];
  onBusy: (id: number, busy: boolean) => void;
}

/** The scan field, the announced units and the unannounced ones. */
function Arrivals({ parts, onBusy }: ArrivalsProps) {
  const extras = useFieldArray<GoodsReceiptForm, 'extras', 'key'>({ name: 'extras', keyName: 'key' });
  const [current, setCurrent] = useState('');
  return (
    <>
      <ScanField
        parts={parts}
        onPackage={setCurrent}
        // The focus stays where the scanner types next.
        onUnknown={(serialNumber) =>
          extras.append({ serialNumber, parcel: current, note: '', photos: [] }, { shouldFocus: false })
        }
      />
      <Parcels parts={parts} onBusy={onBusy} />
      <ReceiptExtras current={current} {...extras} />
    </>
  );
}

/** The units, package by package; those of which nobody said where they are come last. */
function Parcels({ parts, onBusy }: ArrivalsProps) {
  const { packages } = useProcess<Repair>().record.pickUpShippingDetails;
  const { setValue, getValues } = useFormContext<GoodsReceiptForm>();
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
                const path = `rows.${buildRowKey(id)}.found` as const;
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
  const { control, setValue } = useFormContext<GoodsReceiptForm>();
  const name = useUnitName()(unit);
  const path = `rows.${buildRowKey(unit.id)}` as const;
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
