import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { FormSection } from '../../../core/forms/FormSection';
import { parseDecimal } from '../../../core/forms/validators';
import { useProcess } from '../../../core/process/processContext';
import { lazyPart } from '../../../core/ui/lazyPart';
import { RenderWhenVisible } from '../../../core/ui/RenderWhenVisible';
import { PackageLines, PackagesForm } from '../../shipping/PackagesForm';
import { renumberPackage } from '../../shipping/packingRules';
import { ShippingPane } from '../../shipping/shippingPanes';
import { validatePackages } from '../../shipping/shippingValidation';
import {
  createEmptyPackage,
  formatDimensions,
  type PackageFields,
  type PartyForm,
  parseDimensions,
  toPartyForm,
} from '../../shipping/shippingValues';
import { getPackedParts, type PackingRow, toPackingBody, toPackingForm, validatePacking } from './repairPacking';
import { buildRepairUpdate } from './repairUpdates';
import { ShippingAside, useShippingSummary } from './ShippingAside';
import { buildRowKey, type UnitForm } from './unitRows';
import { useUnitName } from './useUnitName';

interface ShippingForm extends PartyForm, UnitForm<PackingRow> {
  packages: PackageFields[];
}

/** What is saved, or offered at first; where there is no package yet, one empty row. */
function toShippingForm(repair: Repair): ShippingForm {
  const details = repair.pickUpShippingDetails;
  const packages = details.packages.map(({ id, dimensions, weight }) => ({
    id,
    ...parseDimensions(dimensions),
    weight: String(weight),
  }));
  return {
    ...toPartyForm(details),
    packages: packages.length > 0 ? packages : [createEmptyPackage()],
    ...toPackingForm(repair),
  };
}

/** Convert the form to the request body. */
const toShippingBody = (repair: Repair, { contact, address, packages, rows }: ShippingForm) => ({
  contact,
  address,
  packages: packages.map(({ id, weight, ...sides }) => ({
    ...(id === undefined ? {} : { id }),
    dimensions: formatDimensions({ weight, ...sides }),
    weight: parseDecimal(weight),
  })),
  units: toPackingBody(repair, { rows }),
});

/** The server knows one field for the three sides: its message goes to the first. Units it counts as they were sent. */
const toFormPath = (path: string, sent: readonly RepairPart[]): string | null => {
  const [root, index, field] = path.split('.');
  const unit = root === 'units' ? sent[Number(index)] : undefined;
  if (unit) return `rows.${buildRowKey(unit.id)}.${field === 'id' ? 'package' : field}`;
  if (root === 'packages' && field === 'dimensions') return `packages.${index}.depth`;
  return root === 'contact' || root === 'address' || (root === 'packages' && field !== undefined) ? path : null;
};

/** Shipping Details: who sends, from where, in which packages; and what must not be sent. */
export default function ShippingDetailsPane() {
  const { record } = useProcess<Repair>();
  const { limits } = useMeta();
  const translate = useTranslate();
  const nameOf = useUnitName();
  // In this order the server counts units in what it refuses.
  const sent = useRef<readonly RepairPart[]>([]);
  return (
    <ShippingPane<Repair, ShippingForm>
      getParty={(repair) => repair.pickUpShippingDetails}
      getValues={toShippingForm}
      validate={({ packages, rows }) => ({ ...validatePackages(packages), ...validatePacking({ rows }) })}
      getLabel={(path) => {
        const [list, key, field = ''] = path.split('.');
        const unit = record.repairParts.find(({ id }) => list === 'rows' && buildRowKey(id) === key);
        if (!unit) return list === 'packages' ? translate('shipping.packages') : '';
        const column = translate(`repair.column.${field}`);
        return translate('repair.diagnostics.cell', { column, name: nameOf(unit) });
      }}
      write={(repair, values) => {
        sent.current = getPackedParts(repair, values);
        return buildRepairUpdate('saveShipping', toShippingBody(repair, values));
      }}
      toFormPath={(path) => toFormPath(path, sent.current)}
      carriesRows
      incomplete="repair.shipping.incomplete"
      successMessage="repair.saved.shipping"
      titles={{ contact: 'repair.shipping.sender', address: 'repair.shipping.pickUpAddress' }}
      beside={{ ...useShippingSummary(), content: <ShippingAside /> }}
      further={{
        inputs: (
          <>
            <Packages limit={limits.packages} />
            <Packing editing />
          </>
        ),
        view: (
          <>
            <FormSection title="shipping.packages">
              <PackageLines packages={record.pickUpShippingDetails.packages} />
            </FormSection>
            <Packing />
          </>
        ),
      }}
    />
  );
}

// The table of units comes after contact and address can be read.
const PackingTable = lazyPart(() => import('./PackingTable'), {
  fallback: <Skeleton variant="rounded" height={120} />,
});

/** Which unit is in which package. */
function Packing({ editing = false }: { editing?: boolean }) {
  return (
    <FormSection title="repair.packing.title">
      <RenderWhenVisible fallback={<Box sx={{ height: 120 }} />}>
        <PackingTable editing={editing} />
      </RenderWhenVisible>
    </FormSection>
  );
}

/** The packages; once one is taken away, its units are in none and those after it count anew. */
function Packages({ limit }: { limit: number }) {
  const { getValues, setValue } = useFormContext<ShippingForm>();
  const onRemove = (index: number) => {
    for (const [key, row] of Object.entries(getValues('rows'))) {
      const number = renumberPackage(row.package, index + 1);
      if (number !== row.package) setValue(`rows.${key}.package`, number, { shouldDirty: true });
    }
  };
  return <PackagesForm limit={limit} onRemove={onRemove} />;
}
