import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useTranslate } from 'ra-core';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { RejectedNote } from '../../kernel/process/RejectedNote';
import { ShippingPane } from '../../kernel/process/shipping/ShippingPane';
import { useRemove } from '../../kernel/process/useRemove';
import type { ToFormPath } from '../../kernel/saving/serverErrors';
import { partyProblems } from '../../kernel/shipping/rules';
import { type PartyForm, partyFormOf } from '../../shared/shipping/party';
import { TwoClickButton } from '../../shared/TwoClickButton';
import { write } from './calls';
import type { PartRequest } from './types';

const partyOf = (record: PartRequest) => record.onewayShipping;
const valuesOf = (record: PartRequest): PartyForm => partyFormOf(record.onewayShipping);
const toFormPath: ToFormPath = (path) => (/^(contact|address)\./.test(path) ? path : null);

/** Shipping: where the parts are sent, and which of them must not be. */
export default function PartShippingPane() {
  const { record } = useProcess<PartRequest>();
  const translate = useTranslate();
  return (
    <ShippingPane<PartRequest, PartyForm>
      partyOf={partyOf}
      valuesOf={valuesOf}
      problemsOf={partyProblems}
      write={(request, values) => write(request, 'one-way-shipping', values)}
      toFormPath={toFormPath}
      instruction={translate('partRequest.shipping.instruction')}
      incomplete={translate('partRequest.shipping.incomplete')}
      done={translate('partRequest.saved.shipping')}
      warning={<Rejected record={record} words="partRequest.shipping.rejected" />}
      secondary={<DeleteButton />}
    />
  );
}

interface RejectedProps {
  record: PartRequest;
  /** The key of what is said of them. */
  words: string;
}

/** The items that were refused, in red. */
export function Rejected({ record, words }: RejectedProps) {
  const translate = useTranslate();
  const rejected = record.requestedParts.filter((item) => item.initialApproval === 'REJECTED');
  return (
    <RejectedNote
      title={translate(words, { smart_count: rejected.length })}
      rejected={rejected.map(({ id, partName, quantity }) => ({
        id,
        name: translate('partRequest.line', { name: partName, quantity }),
      }))}
    />
  );
}

/** Takes the whole request off every list, with a second click; absent where the server does not offer it. */
function DeleteButton() {
  const remove = useRemove();
  const action = useAction('delete');
  if (!action?.enabled) return null;
  return (
    <TwoClickButton
      label={action.label}
      color="error"
      variant="outlined"
      size="large"
      startIcon={<DeleteIcon />}
      onConfirm={() => void remove()}
    />
  );
}
