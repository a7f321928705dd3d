import { RequestQuote } from '../../kernel/process/CommentButton';
import { useProcess } from '../../kernel/process/processContext';
import { ShippingPane } from '../../kernel/process/shippingPanes';
import { decimalOf } from '../../kernel/saving/rules';
import type { ToFormPath } from '../../kernel/saving/serverErrors';
import { PackageLines, PackagesForm } from '../../kernel/shipping/PackagesForm';
import { packageProblems } from '../../kernel/shipping/rules';
import {
  dimensionsOf,
  emptyPackage,
  type PackageFields,
  type PartyForm,
  partyFormOf,
  sidesOf,
} from '../../kernel/shipping/values';
import { useMeta } from '../../server/meta';
import { FormPart } from '../../shared/FormPart';
import { write } from './calls';
import type { Repair } from './types';
import { RejectedUnits } from './units';

interface ShippingForm extends PartyForm {
  packages: PackageFields[];
}

/** What is saved, or offered at first; where there is no package yet, one empty row. */
function valuesOf({ pickUpShippingDetails: details }: Repair): ShippingForm {
  const packages = details.packages.map(({ id, dimensions, weight }) => ({
    id,
    ...sidesOf(dimensions),
    weight: String(weight),
  }));
  return { ...partyFormOf(details), packages: packages.length > 0 ? packages : [emptyPackage()] };
}

/** The form as the server takes it. */
const bodyOf = ({ contact, address, packages }: ShippingForm) => ({
  contact,
  address,
  packages: packages.map(({ id, weight, ...sides }) => ({
    ...(id === undefined ? {} : { id }),
    dimensions: dimensionsOf({ weight, ...sides }),
    weight: decimalOf(weight),
  })),
});

/** The server knows one field for the three sides; its message goes to the first. */
const toFormPath: ToFormPath = (path) => {
  const [root, index, field] = path.split('.');
  if (root === 'packages' && field === 'dimensions') return `packages.${index}.depth`;
  return root === 'contact' || root === 'address' || (root === 'packages' && field !== undefined) ? path : null;
};

/** Shipping Details: who sends, from where, in which packages; and what must not be sent. */
export default function ShippingDetailsPane() {
  const { record } = useProcess<Repair>();
  const { limits } = useMeta();
  return (
    <ShippingPane<Repair, ShippingForm>
      partyOf={(repair) => repair.pickUpShippingDetails}
      valuesOf={valuesOf}
      problemsOf={({ packages }) => packageProblems(packages)}
      write={(repair, values) => write(repair, 'save/shipping/data', bodyOf(values))}
      toFormPath={toFormPath}
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
        inputs: <PackagesForm limit={limits.packages} />,
        view: (
          <FormPart title="shipping.packages">
            <PackageLines packages={record.pickUpShippingDetails.packages} />
          </FormPart>
        ),
      }}
    />
  );
}
