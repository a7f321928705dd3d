import type { PartRequest } from '../../../api/partRequests';
import type { components } from '../../../api/schema';
import { parseDecimal, type ValidationErrors, validate, validateAmount } from '../../../core/forms/validators';
import { hsCode, validatePackages } from '../../shipping/shippingValidation';
import { type PackageFields, toPackageFields, toPackagesBody } from '../../shipping/shippingValues';

type Packing = components['schemas']['PackingAnswer'];

/** Form values of an item: number of its package, and customs data. */
export interface PackedRow {
  id: number;
  package: string;
  customsValue: string;
  hsCode: string;
  origin: string;
}

/** Form values of the packing dialog. */
export interface PackingForm {
  packages: PackageFields[];
  items: PackedRow[];
}

/** Convert saved packing to form values, with one empty package if none exists. */
export function toPackingForm({ packages, items }: Packing): PackingForm {
  return {
    packages: toPackageFields(packages),
    items: items.map(({ id, packageId, customsValue, hsCode, origin }) => {
      const index = packages.findIndex((each) => each.id === packageId);
      return {
        id,
        package: index < 0 ? '' : String(index + 1),
        customsValue: customsValue === null ? '' : String(customsValue),
        hsCode,
        origin,
      };
    }),
  };
}

/** Return validation errors by form path. */
export const validatePacking = ({ packages, items }: PackingForm): ValidationErrors =>
  Object.assign(
    validatePackages(packages),
    ...items.map((row, index) => validate(row, { customsValue: validateAmount, hsCode }, `items.${index}.`)),
  );

/** Convert the form to the request body. */
export const toPackingBody = ({ packages, items }: PackingForm) => ({
  packages: toPackagesBody(packages),
  items: items.map((row) => ({
    id: row.id,
    package: row.package === '' ? null : Number(row.package),
    customsValue: parseDecimal(row.customsValue),
    hsCode: row.hsCode.trim(),
    origin: row.origin,
  })),
});

/** Map a server path to a form path. The server has one field for the dimensions; its errors go to the depth. */
export const toFormPath = (path: string): string =>
  path.replace(/^(packages\.\d+)\.dimensions$/, '$1.depth').replace(/^(items\.\d+)\.id$/, '$1.package');

/** Return the part name of an item. */
export const getPartName = ({ requestedParts }: PartRequest, id: number): string =>
  requestedParts.find((item) => item.id === id)?.partName ?? '';
