import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { useMeta } from '../../../api/meta';
import type { Repair, RepairPart } from '../../../api/repairs';
import { FormSection } from '../../../core/forms/FormSection';
import type { ValidationErrors, ValidationMessage } from '../../../core/forms/validators';
import { useProcess } from '../../../core/process/processContext';
import { PackageLines, PackagesForm } from '../../shipping/PackagesForm';
import { countInvalidFields, ShippingPane } from '../../shipping/shippingPanes';
import { validatePackages } from '../../shipping/shippingValidation';
import {
  type PackageFields,
  type PartyForm,
  toPackageFields,
  toPackagesBody,
  toPartyForm,
} from '../../shipping/shippingValues';
import { PackingSection } from './PackingSection';
import { getPackedParts, type PackingRow, toPackingBody, toPackingForm, validatePacking } from './repairPacking';
import { buildRepairUpdate } from './repairUpdates';
import { ShippingAside, useShippingSummary } from './ShippingAside';
import { buildRowKey, type UnitForm } from './unitRows';
import { useUnitName } from './useUnitName';

interface ShippingForm extends PartyForm, UnitForm<PackingRow> {
  packages: PackageFields[];
}

/** Convert a repair to the form; without packages, with one empty package. */
function toShippingForm(repair: Repair): ShippingForm {
  const details = repair.pickUpShippingDetails;
  return {
    ...toPartyForm(details),
    packages: toPackageFields(details.packages),
    ...toPackingForm(repair),
  };
}

/** Convert the form to the request body. */
const toShippingBody = (repair: Repair, { contact, address, packages, rows }: ShippingForm) => ({
  contact,
  address,
  packages: toPackagesBody(packages),
  units: toPackingBody(repair, { rows, packages }),
});

/**
 * Map a server path to the form; unit indexes count the submitted units.
 * The server has one field for three dimensions: its message is shown at the first.
 */
const toFormPath = (path: string, sent: readonly RepairPart[]): string | null => {
  const [root, index, field] = path.split('.');
  const unit = root === 'units' ? sent[Number(index)] : undefined;
  if (unit) return `rows.${buildRowKey(unit.id)}.${field === 'id' ? 'package' : field}`;
  if (root === 'packages' && field === 'dimensions') return `packages.${index}.depth`;
  return root === 'contact' || root === 'address' || (root === 'packages' && field !== undefined) ? path : null;
};

/** Return the message of what is missing: a package, some of its values, other values, or both. */
function getMissing({ packages }: ShippingForm, errors: ValidationErrors): ValidationMessage {
  const others = Object.keys(errors).filter((path) => !path.startsWith('packages.'));
  const isOnlyPackage = others.length === 0;
  // The form begins with an empty package.
  const hasPackage = packages.some(({ depth, width, height, weight }) => depth || width || height || weight);
  if (isOnlyPackage) return `repair.shipping.${hasPackage ? 'packageIncomplete' : 'noPackage'}`;
  if (hasPackage) return countInvalidFields(null, errors);
  return { message: 'repair.shipping.incomplete', args: { smart_count: others.length } };
}

/** Shipping details pane: sender, address, packages and rejected units. */
export default function ShippingDetailsPane() {
  const { record } = useProcess<Repair>();
  const { limits } = useMeta();
  const translate = useTranslate();
  const formatUnitName = useUnitName();
  // Server errors refer to units by their index in the last request.
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
        return translate('repair.diagnostics.cell', { column, name: formatUnitName(unit) });
      }}
      write={(repair, values) => {
        sent.current = getPackedParts(repair, values);
        return buildRepairUpdate('saveShipping', toShippingBody(repair, values));
      }}
      toFormPath={(path) => toFormPath(path, sent.current)}
      mergesRows
      getMissing={getMissing}
      successMessage="repair.saved.shipping"
      titles={{ contact: 'repair.shipping.sender', address: 'repair.shipping.pickUpAddress' }}
      aside={<ShippingAside />}
      asideSummary={useShippingSummary()}
      further={{
        inputs: (
          <>
            <PackagesForm<ShippingForm>
              limit={limits.packages}
              getNumberPaths={({ rows }) => Object.keys(rows).map((key) => `rows.${key}.package`)}
            />
            <PackingSection editing />
          </>
        ),
        view: (
          <>
            <FormSection title="shipping.packages">
              <PackageLines packages={record.pickUpShippingDetails.packages} />
            </FormSection>
            <PackingSection />
          </>
        ),
      }}
    />
  );
}
