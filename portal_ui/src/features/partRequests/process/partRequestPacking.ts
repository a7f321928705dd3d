import type { PartRequest } from '../../../api/partRequests';
import type { components } from '../../../api/schema';
import { amount, parseDecimal, type ValidationErrors, validate } from '../../../core/forms/validators';
import { hsCode } from '../../shipping/packingRules';
import { validatePackages } from '../../shipping/shippingValidation';
import {
  createEmptyPackage,
  formatDimensions,
  type PackageFields,
  parseDimensions,
} from '../../shipping/shippingValues';

type Packing = components['schemas']['PackingAnswer'];

/** How an item is sent, as it is typed: the number of its package, and what customs are told. */
export interface PackedRow {
  id: number;
  package: string;
  customsValue: string;
  hsCode: string;
  origin: string;
}

/** The packages, and what is in them. */
export interface PackingForm {
  packages: PackageFields[];
  items: PackedRow[];
}

/** What is saved; where there is no package yet, one empty row. */
export function toPackingForm({ packages, items }: Packing): PackingForm {
  const measured = packages.map(({ id, dimensions, weight }) => ({
    id,
    ...parseDimensions(dimensions),
    weight: String(weight),
  }));
  return {
    packages: measured.length > 0 ? measured : [createEmptyPackage()],
    items: items.map(({ id, packageId, customsValue, hsCode, origin }) => {
      const place = packages.findIndex((each) => each.id === packageId);
      return {
        id,
        package: place < 0 ? '' : String(place + 1),
        customsValue: customsValue === null ? '' : String(customsValue),
        hsCode,
        origin,
      };
    }),
  };
}

/** Validation errors by the form's path. */
export const validatePacking = ({ packages, items }: PackingForm): ValidationErrors =>
  Object.assign(
    validatePackages(packages),
    ...items.map((row, index) => validate(row, { customsValue: amount, hsCode }, `items.${index}.`)),
  );

/** Convert the form to the request body. */
export const toPackingBody = ({ packages, items }: PackingForm) => ({
  packages: packages.map(({ id, weight, ...sides }) => ({
    ...(id === undefined ? {} : { id }),
    dimensions: formatDimensions({ weight, ...sides }),
    weight: parseDecimal(weight),
  })),
  items: items.map((row) => ({
    id: row.id,
    package: row.package === '' ? null : Number(row.package),
    customsValue: parseDecimal(row.customsValue),
    hsCode: row.hsCode.trim(),
    origin: row.origin,
  })),
});

/** Map a server path to the form's; the server knows one field for the three sides: its message goes to the first. */
export const toFormPath = (path: string): string =>
  path.replace(/^(packages\.\d+)\.dimensions$/, '$1.depth').replace(/^(items\.\d+)\.id$/, '$1.package');

/** What an item is called in a sentence. */
export const getPartName = ({ requestedParts }: PartRequest, id: number): string =>
  requestedParts.find((item) => item.id === id)?.partName ?? '';
