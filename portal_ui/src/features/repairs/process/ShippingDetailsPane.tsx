import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { FormPart } from '../../../core/forms/FormSection';
import { decimalOf } from '../../../core/forms/validators';
import { RequestQuote } from '../../../core/process/CommentButton';
import { useProcess } from '../../../core/process/processContext';
import { lazyPart } from '../../../core/ui/lazyPart';
import { WhenSeen } from '../../../core/ui/RenderWhenVisible';
import { PackageLines, PackagesForm } from '../../shipping/PackagesForm';
import { numberWithout } from '../../shipping/packingRules';
import { ShippingPane } from '../../shipping/shippingPanes';
import { packageProblems } from '../../shipping/shippingValidation';
import {
  dimensionsOf,
  emptyPackage,
  type PackageFields,
  type PartyForm,
  partyFormOf,
  sidesOf,
} from '../../shipping/shippingValues';
import { type PackingRow, packedParts, packingBody, packingOf, packingProblems } from './repairPacking';
import { repairUpdate } from './repairUpdates';
import { PapersButton } from './ShippingDocumentsButton';
import { RejectedUnits } from './unitColumns';
import { rowKey, type UnitForm } from './unitRows';
import { useUnitName } from './useUnitName';

interface ShippingForm extends PartyForm, UnitForm<PackingRow> {
  packages: PackageFields[];
}

/** What is saved, or offered at first; where there is no package yet, one empty row. */
function valuesOf(repair: Repair): ShippingForm {
  const details = repair.pickUpShippingDetails;
  const packages = details.packages.map(({ id, dimensions, weight }) => ({
    id,
    ...sidesOf(dimensions),
    weight: String(weight),
  }));
  return { ...partyFormOf(details), packages: packages.length > 0 ? packages : [emptyPackage()], ...packingOf(repair) };
}

/** The form as the server takes it. */
const bodyOf = (repair: Repair, { contact, address, packages, rows }: ShippingForm) => ({
  contact,
  address,
  packages: packages.map(({ id, weight, ...sides }) => ({
    ...(id === undefined ? {} : { id }),
    dimensions: dimensionsOf({ weight, ...sides }),
    weight: decimalOf(weight),
  })),
  units: packingBody(repair, { rows }),
});

/** The server knows one field for the three sides: its message goes to the first. Units it counts as they were sent. */
const toFormPath = (path: string, sent: readonly RepairPart[]): string | null => {
  const [root, index, field] = path.split('.');
  const unit = root === 'units' ? sent[Number(index)] : undefined;
  if (unit) return `rows.${rowKey(unit.id)}.${field === 'id' ? 'package' : field}`;
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
      partyOf={(repair) => repair.pickUpShippingDetails}
      valuesOf={valuesOf}
      problemsOf={({ packages, rows }) => ({ ...packageProblems(packages), ...packingProblems({ rows }) })}
      labelOf={(path) => {
        const [list, key, field = ''] = path.split('.');
        const unit = record.repairParts.find(({ id }) => list === 'rows' && rowKey(id) === key);
        if (!unit) return list === 'packages' ? translate('shipping.packages') : '';
        const column = translate(`repair.column.${field}`);
        return translate('repair.diagnostics.cell', { column, name: nameOf(unit) });
      }}
      write={(repair, values) => {
        sent.current = packedParts(repair, values);
        return repairUpdate('saveShipping', bodyOf(repair, values));
      }}
      toFormPath={(path) => toFormPath(path, sent.current)}
      carriesRows
      secondary={record.pickUpShippingDetails.saved && <PapersButton />}
      instruction="repair.shipping.instruction"
      incomplete="repair.shipping.incomplete"
      done="repair.saved.shipping"
      warning={
        <>
          <RequestQuote step="NEW" />
          <RejectedUnits title="repair.shipping.rejected" step="NEW" />
        </>
      }
      further={{
        inputs: (
          <>
            <Packages limit={limits.packages} />
            <Packing editing />
          </>
        ),
        view: (
          <>
            <FormPart title="shipping.packages">
              <PackageLines packages={record.pickUpShippingDetails.packages} />
            </FormPart>
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
    <FormPart title="repair.packing.title">
      <WhenSeen fallback={<Box sx={{ height: 120 }} />}>
        <PackingTable editing={editing} />
      </WhenSeen>
    </FormPart>
  );
}

/** The packages; once one is taken away, its units are in none and those after it count anew. */
function Packages({ limit }: { limit: number }) {
  const { getValues, setValue } = useFormContext<ShippingForm>();
  const onRemove = (index: number) => {
    for (const [key, row] of Object.entries(getValues('rows'))) {
      const number = numberWithout(row.package, index + 1);
      if (number !== row.package) setValue(`rows.${key}.package`, number, { shouldDirty: true });
    }
  };
  return <PackagesForm limit={limit} onRemove={onRemove} />;
}
