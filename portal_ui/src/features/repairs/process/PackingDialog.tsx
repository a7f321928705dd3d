import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { memo, useMemo, useRef, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { Thumbnail } from '../../../core/files/Thumbnail';
import { FormDialog } from '../../../core/forms/FormDialog';
import { useProcess } from '../../../core/process/processContext';
import { LabeledCell } from '../../../core/tables/LabeledCell';
import { DialogHead, DialogRow, type RowPosition } from './DialogRows';
import { resolveScan } from './goodsReceiptForm';
import { usePackingDetails } from './PackingSection';
import { type PackingRow, validatePacking } from './repairPacking';
import { ScanField } from './ScanField';
import { UnitInput, UnitPrice, UnitSelect } from './unitColumns';
import { buildRowKey, filterServicedParts, type UnitForm } from './unitRows';
import { useUnitName } from './useUnitName';

type Form = UnitForm<PackingRow> & { packages: readonly unknown[] };

/** Fields of a unit that are usually the same for all units of its model. */
const MODEL_FIELDS = ['customsValue', 'hsCode', 'origin', 'battery', 'checkSource'] as const;
/** Maximum number of units whose fields are all shown at first. */
const MAX_EXPANDED = 3;

const getColumnKey = (key: string): string => `repair.column.${key}`;
const buildPath = <Field extends keyof PackingRow>({ id }: RepairPart, field: Field) =>
  `rows.${buildRowKey(id)}.${field}` as const;

/**
 * Dialog of the units' packages, customs data and courier details.
 * Units are assigned to packages by scanner or by hand.
 */
export default function PackingDialog({ onClose }: { onClose: () => void }) {
  const { record } = useProcess<Repair>();
  const translate = useTranslate();
  const { control, getValues, setFocus, trigger } = useFormContext<Form>();
  const parts = useMemo(() => filterServicedParts(record.repairParts), [record.repairParts]);
  const packageCount = useWatch({ control, name: 'packages' }).length;
  const [current, setCurrent] = useState<RowPosition>({ key: '', turn: 0 });
  const show = ({ id }: RepairPart) => setCurrent(({ turn }) => ({ key: buildRowKey(id), turn: turn + 1 }));

  const finish = async () => {
    const invalid = Object.keys(validatePacking({ rows: getValues('rows') })) as ReturnType<typeof buildPath>[];
    const [first] = invalid;
    if (!first) return onClose();
    await trigger(invalid);
    // Invalid rows are expanded by the next frame.
    requestAnimationFrame(() => setFocus(first));
  };
  return (
    <FormDialog
      title={translate('repair.packing.title')}
      submitLabel={translate('repair.arrivals.done')}
      savesItself
      onSubmit={finish}
      maxWidth="md"
      onClose={onClose}
    >
      {packageCount > 1 ? (
        <PackageAssignment parts={parts} packageCount={packageCount} onPack={show} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{translate('repair.packing.onePackage')}</Typography>
      )}
      {/* The head has a line of its own. */}
      <Box sx={packageCount > 1 ? { marginTop: -2, '& > :first-of-type': { borderTop: 0 } } : {}}>
        {parts.map((part) => (
          <Unit
            key={part.id}
            {...{ part, packageCount }}
            parts={parts}
            isExpandedFirst={parts.length <= MAX_EXPANDED}
            turn={current.key === buildRowKey(part.id) ? current.turn : 0}
          />
        ))}
      </Box>
    </FormDialog>
  );
}

/** Return the options of the packages. */
function usePackages(count: number) {
  const translate = useTranslate();
  return Array.from({ length: count }, (_, index) => ({
    number: String(index + 1),
    name: translate('shipping.package', { number: index + 1 }),
  }));
}

interface PackageAssignmentProps {
  parts: readonly RepairPart[];
  packageCount: number;
  onPack: (part: RepairPart) => void;
}

/** Sticky head: package to pack, scan field and last result. */
function PackageAssignment({ parts, packageCount, onPack }: PackageAssignmentProps) {
  const translate = useTranslate();
  const { getValues, setValue } = useFormContext<Form>();
  const packages = usePackages(packageCount);
  const [target, setTarget] = useState('1');
  const [scanned, setScanned] = useState<{ text: string; isFound: boolean } | null>(null);
  const scanField = useRef<HTMLInputElement>(null);
  const isUnassigned = (part: RepairPart) => !getValues(buildPath(part, 'package'));
  const pack = (part: RepairPart) => setValue(buildPath(part, 'package'), target, { shouldDirty: true });
  const onScan = (text: string) => {
    const result = resolveScan(text, parts, isUnassigned);
    if (result === null) return;
    if (!('unit' in result)) {
      setScanned({ text: translate('repair.packing.notFound', { code: text.trim() }), isFound: false });
      return;
    }
    pack(result.unit);
    onPack(result.unit);
    const args = { code: result.unit.serialNumber, number: target };
    setScanned({ text: translate('repair.packing.packed', args), isFound: true });
  };
  const Icon = scanned?.isFound ? CheckCircleIcon : WarningIcon;
  return (
    <DialogHead>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, paddingBottom: 0.5 }}>
        <PackageToggle
          value={target}
          label={translate('repair.packing.target')}
          packages={packages}
          onChange={(number) => setTarget(number || target)}
        />
        <Button
          variant="text"
          color="primary"
          sx={{ minHeight: 44 }}
          onClick={() => parts.filter(isUnassigned).forEach(pack)}
        >
          {translate('repair.packing.rest', { package: translate('shipping.package', { number: target }) })}
        </Button>
      </Box>
      <ScanField field={scanField} onScan={onScan} />
      <Typography
        role="status"
        variant="body2"
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 28,
          overflowWrap: 'anywhere',
          color: scanned ? theme.status[scanned.isFound ? 'done' : 'waiting'].text : 'text.secondary',
        })}
      >
        {scanned && <Icon aria-hidden fontSize="small" />}
        <span>{scanned?.text ?? translate('repair.packing.scanHelp')}</span>
      </Typography>
    </DialogHead>
  );
}

interface PackageToggleProps {
  value: string;
  label: string;
  packages: readonly { number: string; name: string }[];
  /** Callback with the number; "" if the selected package was pressed again. */
  onChange: (number: string) => void;
}

/** Buttons to choose a package. */
function PackageToggle({ value, label, packages, onChange }: PackageToggleProps) {
  return (
    <ToggleButtonGroup
      exclusive
      value={value}
      aria-label={label}
      onChange={(_, number: string | null) => onChange(number ?? '')}
      sx={{ flex: { xs: '1 1 100%', sm: '0 0 auto' }, minWidth: 0 }}
    >
      {packages.map(({ number, name }) => (
        <ToggleButton
          key={number}
          value={number}
          sx={(theme) => ({
            ...theme.typography.subtitle1,
            flex: 1,
            minWidth: 0,
            minHeight: 44,
            paddingInline: { xs: 0.5, sm: 1.5 },
            whiteSpace: { sm: 'nowrap' },
          })}
        >
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface UnitProps {
  part: RepairPart;
  packageCount: number;
  parts: readonly RepairPart[];
  isExpandedFirst: boolean;
  turn: number;
}

/** Compact row of a unit; its customs and courier details open below. */
const Unit = memo(function Unit({ part, packageCount, parts, isExpandedFirst, turn }: UnitProps) {
  const translate = useTranslate();
  const { control, setValue } = useFormContext<Form>();
  const name = useUnitName()(part);
  const packages = usePackages(packageCount);
  const details = usePackingDetails(part);
  const chosen = useWatch({ control, name: buildPath(part, 'package') });
  const { errors } = useFormState({ control, name: `rows.${buildRowKey(part.id)}` });
  const [isExpandedByUser, setExpanded] = useState(isExpandedFirst);
  const isExpanded = isExpandedByUser || get(errors, `rows.${buildRowKey(part.id)}`) !== undefined;
  return (
    <DialogRow turn={turn} label={name}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
        <Thumbnail imageUrl={part.imageUrl} name={part.partName} plain />
        <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
          <Typography variant="subtitle1" component="p" noWrap title={name}>
            {name}
          </Typography>
          {!isExpanded && (
            <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
              {details.length > 0 ? details.join(' · ') : translate('shared.notSpecified')}
            </Typography>
          )}
        </Box>
        <IconButton
          aria-label={translate('repair.packing.detailsOf', { name })}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          sx={{ order: { sm: 1 }, width: 44, height: 44, marginInlineEnd: -1 }}
        >
          <ExpandMoreIcon sx={{ transform: isExpanded ? 'rotate(180deg)' : undefined }} />
        </IconButton>
        {packageCount > 1 && (
          <PackageToggle
            value={chosen}
            label={translate('repair.diagnostics.cell', { column: translate(getColumnKey('package')), name })}
            packages={packages}
            onChange={(number) => setValue(buildPath(part, 'package'), number, { shouldDirty: true })}
          />
        )}
      </Box>
      {isExpanded && <Details {...{ part, name, parts }} />}
    </DialogRow>
  );
});

/** Customs and courier details of a unit; values of the catalog are placeholders. */
function Details({ part, name, parts }: Pick<UnitProps, 'part' | 'parts'> & { name: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { choices } = useMeta();
  const { getValues, setValue } = useFormContext<Form>();
  const others = parts.filter(({ id, partName }) => id !== part.id && partName === part.partName);
  const applyToModel = () => {
    for (const other of others) {
      for (const field of MODEL_FIELDS) {
        setValue(buildPath(other, field), getValues(buildPath(part, field)), { shouldDirty: true });
      }
    }
    notify('repair.packing.applied', { type: 'success', messageArgs: { smart_count: others.length + 1 } });
  };
  const cell = (field: (typeof MODEL_FIELDS)[number]) => ({ part, name, field, column: getColumnKey(field) });
  const { catalogueHsCode, catalogueOrigin } = part.packing;
  return (
    <Box sx={{ paddingBlock: 1.5 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          // A label may wrap on a phone.
          alignItems: 'end',
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(6, 1fr)' },
          '& > *': { gridColumn: { sm: 'span 2' } },
          '& > :nth-of-type(n + 4)': { gridColumn: { sm: 'span 3' } },
          '& > :last-of-type': { gridColumn: { xs: 'span 2', sm: 'span 3' } },
        }}
      >
        <LabeledCell label={translate(getColumnKey('customsValue'))}>
          <UnitPrice {...cell('customsValue')} />
        </LabeledCell>
        <LabeledCell label={translate(getColumnKey('hsCode'))}>
          <UnitInput {...cell('hsCode')} otherwise={catalogueHsCode} />
        </LabeledCell>
        <LabeledCell label={translate(getColumnKey('origin'))}>
          <UnitSelect
            {...cell('origin')}
            choices={choices.countries}
            empty="shared.notSpecified"
            otherwise={getChoiceName(choices.countries, catalogueOrigin)}
          />
        </LabeledCell>
        <LabeledCell label={translate(getColumnKey('battery'))}>
          <UnitSelect {...cell('battery')} choices={choices.battery} empty="shared.notSpecified" />
        </LabeledCell>
        <LabeledCell label={translate(getColumnKey('checkSource'))}>
          <UnitSelect {...cell('checkSource')} choices={choices.checkSource} empty="shared.notSpecified" />
        </LabeledCell>
      </Box>
      {others.length > 0 && (
        <Button
          variant="text"
          color="primary"
          onClick={applyToModel}
          sx={{ marginTop: 1, marginInlineStart: -1.5, minHeight: 44 }}
        >
          {translate('repair.packing.applyToModel', { smart_count: others.length + 1, model: part.partName })}
        </Button>
      )}
    </Box>
  );
}
