import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { memo, type ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { FilesField } from '../../../core/files/FilesField';
import { hasUploads } from '../../../core/files/uploadTotals';
import { OptionalLabel } from '../../../core/forms/inputs/OptionalLabel';
import { useFormat } from '../../../core/i18n/format';
import { useProcess } from '../../../core/process/processContext';
import { useCellError } from '../../../core/tables/CellField';
import { parseDimensions } from '../../shipping/shippingValues';
import { type RowPosition, UnitDialogRow } from './DialogRows';
import type { GoodsReceiptForm, ReceiptRow } from './goodsReceiptForm';
import { OUTCOMES } from './receiptOutcomes';
import { buildRowKey } from './unitRows';
import { useUnitName } from './useUnitName';

interface ReceiptUnitsProps {
  parts: readonly RepairPart[];
  current: RowPosition;
  onBusy: (id: number, busy: boolean) => void;
  onShow: (key: string) => void;
  onChange: () => void;
}

/** Units grouped by package; units without a known package come last. */
export function ReceiptUnits({ parts, current, ...row }: ReceiptUnitsProps) {
  const { packages } = useProcess<Repair>().record.pickUpShippingDetails;
  const translate = useTranslate();
  const { number: format } = useFormat();
  const only = packages.length === 1 ? packages[0]?.id : undefined;
  const groups = [...packages.map((parcel, index) => ({ parcel, number: index + 1 })), { parcel: null, number: 0 }]
    .map(({ parcel, number }) => ({
      parcel,
      number,
      units: parts.filter(({ packing }) => {
        const isKnown = packages.some((each) => each.id === packing.packageId);
        return (isKnown ? packing.packageId : (only ?? null)) === (parcel?.id ?? null);
      }),
    }))
    .filter(({ units }) => units.length > 0);
  return groups.map(({ parcel, number, units }) => (
    <ReceiptGroup
      key={number}
      title={parcel ? translate('shipping.package', { number }) : translate('repair.arrivals.anywhere')}
      hint={
        parcel &&
        translate('shipping.packageLine', { ...parseDimensions(parcel.dimensions), weight: format(parcel.weight) })
      }
      action={<ReceiveRemaining units={units} onChange={row.onChange} />}
    >
      {units.map((unit) => (
        <Unit key={unit.id} unit={unit} turn={current.key === buildRowKey(unit.id) ? current.turn : 0} {...row} />
      ))}
    </ReceiptGroup>
  ));
}

interface ReceiptGroupProps {
  title: string;
  hint?: string | null;
  action?: ReactNode;
  children: ReactNode;
}

export function ReceiptGroup({ title, hint, action, children }: ReceiptGroupProps) {
  return (
    <Box component="section" aria-label={title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, minHeight: 44 }}>
        <Box sx={{ flex: '1 1 auto', display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
          <Typography variant="h3">{title}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {hint}
          </Typography>
        </Box>
        {action}
      </Box>
      {children}
    </Box>
  );
}

/** Button to mark the unchecked units of a package as received. */
function ReceiveRemaining({ units, onChange }: Pick<ReceiptUnitsProps, 'onChange'> & { units: readonly RepairPart[] }) {
  const translate = useTranslate();
  const { getValues, setValue, control } = useFormContext<GoodsReceiptForm>();
  const paths = units.map(({ id }) => `rows.${buildRowKey(id)}.found` as const);
  const isOpen = useWatch({ control, name: paths }).some((found) => !found);
  if (!isOpen) return null;
  return (
    <Button
      variant="text"
      color="primary"
      sx={{ minHeight: 44, marginInline: -1.5 }}
      onClick={() => {
        for (const path of paths) if (!getValues(path)) setValue(path, 'THERE', { shouldDirty: true });
        onChange();
      }}
    >
      {translate('repair.arrivals.allThere')}
    </Button>
  );
}

interface UnitProps extends Pick<ReceiptUnitsProps, 'onBusy' | 'onShow' | 'onChange'> {
  unit: RepairPart;
  turn: number;
}

const Unit = memo(function Unit({ unit, turn, onBusy, onShow, onChange }: UnitProps) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const { control, setValue } = useFormContext<GoodsReceiptForm>();
  const name = useUnitName()(unit);
  const key = buildRowKey(unit.id);
  const path = `rows.${key}` as const;
  const found = useWatch({ control, name: `${path}.found` });
  const choose = (outcome: ReceiptRow['found'] | null) => {
    setValue(`${path}.found`, outcome ?? '', { shouldDirty: true });
    onShow(key);
    onChange();
  };
  return (
    <UnitDialogRow
      part={unit}
      turn={turn}
      controls={
        <ToggleButtonGroup
          exclusive
          value={found}
          aria-label={translate('repair.arrivals.stateOf', { name })}
          onChange={(_, outcome: ReceiptRow['found'] | null) => choose(outcome)}
          sx={{ flex: { xs: '1 1 100%', sm: '0 0 auto' }, minWidth: 0 }}
        >
          {OUTCOMES.map(({ key: outcome, Icon, tone }) => (
            <ToggleButton
              key={outcome}
              value={outcome}
              sx={(theme) => ({
                ...theme.typography.subtitle1,
                flex: 1,
                // With increased text spacing the label wraps below its icon on a narrow screen.
                flexWrap: { xs: 'wrap', sm: 'nowrap' },
                minWidth: 0,
                columnGap: 0.75,
                minHeight: 44,
                paddingInline: { xs: 0.5, sm: 1.5 },
                '&.Mui-selected, &.Mui-selected:hover': {
                  color: theme.status[tone].text,
                  backgroundColor: theme.status[tone].background,
                },
              })}
            >
              <Icon aria-hidden fontSize="small" />
              {getChoiceName(choices.found, outcome)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      {(found === 'MISSING' || found === 'DAMAGED') && (
        <Remark
          {...{ path, name }}
          isDamaged={found === 'DAMAGED'}
          onBusy={(busy) => onBusy(unit.id, busy)}
          onChange={onChange}
        />
      )}
    </UnitDialogRow>
  );
});

interface RemarkProps {
  path: `rows.${string}`;
  name: string;
  isDamaged: boolean;
  onBusy: (busy: boolean) => void;
  onChange: () => void;
}

/** Note on a missing or damaged unit, with photos of damage. */
function Remark({ path, name, isDamaged, onBusy, onChange }: RemarkProps) {
  const translate = useTranslate();
  const { control, setValue } = useFormContext<GoodsReceiptForm>();
  const photos = useWatch({ control, name: `${path}.photos` });
  const error = useCellError(`${path}.photos`);
  return (
    <Box sx={{ display: 'grid', gap: 2, paddingBlock: 1.5, paddingInlineStart: { sm: 6.5 } }}>
      <TextInput
        source={`${path}.note`}
        label={<OptionalLabel label="repair.arrivals.note" />}
        onBlur={onChange}
        slotProps={{ htmlInput: { 'aria-label': translate('repair.arrivals.noteOf', { name }) } }}
      />
      {isDamaged && (
        <FilesField
          value={photos}
          onChange={(chosen) => {
            setValue(`${path}.photos`, chosen, { shouldDirty: true });
            onChange();
          }}
          onUploads={(uploads) => onBusy(hasUploads(uploads))}
          label={translate('repair.arrivals.photosOf', { name })}
          pictures
          error={error}
        />
      )}
    </Box>
  );
}
