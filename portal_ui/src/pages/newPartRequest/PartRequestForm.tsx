import AddIcon from '@mui/icons-material/Add';
import ListIcon from '@mui/icons-material/PlaylistAdd';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import { AddPartCard } from '../../kernel/catalogue/AddPartCard';
import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import { CreationPage } from '../../kernel/creation/CreationPage';
import { SubmitDialog } from '../../kernel/creation/SubmitDialog';
import { useServiceMissing } from '../../kernel/creation/useServiceMissing';
import { ContactForm } from '../../kernel/shipping/ContactFields';
import { FormParts } from '../../kernel/shipping/FormPart';
import { AddressForm } from '../../kernel/shipping/PartyFields';
import { partyProblems } from '../../kernel/shipping/rules';
import type { PartyForm } from '../../kernel/shipping/values';
import type { PartRequest } from '../../processes/partRequest/types';
import { useMeta } from '../../server/meta';
import { Empty } from '../../shared/Empty';
import { ItemTable, useItemLabel } from './ItemTable';
import { countOf, type Sort, sortsOf } from './items';
import { ProposeDialog } from './ProposeDialog';
import { ReviewItems } from './ReviewItems';
import { usePartRequestForm } from './usePartRequestForm';
import { usePartRequestSubmission } from './usePartRequestSubmission';

interface PartRequestFormProps {
  /** The request that gets the items; null for a new one. */
  target: PartRequest | null;
  /** The contact and address that were looked up; null where none are asked for. */
  offered: PartyForm | null;
}

/** Choose parts, propose what the catalogue lacks, say where they go, submit. */
export function PartRequestForm({ target, offered }: PartRequestFormProps) {
  const translate = useTranslate();
  const state = usePartRequestForm(target?.id ?? null, offered);
  const { form, items, add, remove, draft } = state;
  const { missing, submission } = usePartRequestSubmission(state, target);
  const { isValid } = useFormState({ control: form.control });
  const [proposing, setProposing] = useState(false);
  const [restored] = useState(items.length);
  const label = useItemLabel(items);
  const serviceMissing = useServiceMissing();
  const refuses = useRoom(
    useMemo(() => [...sortsOf(items), ...(target?.requestedParts ?? []).map(asSort)], [items, target]),
  );

  const untouched = items.length === 0 && state.typed() === null;
  const reason = (): string | null => {
    if (untouched) return translate('creation.reason.untouched');
    if (items.length === 0) return translate('newPartRequest.reason.empty');
    if (items.some((item) => !item.part && item.images.length === 0))
      return translate('newPartRequest.reason.pictures');
    if (items.some((item) => label(item).problem)) return translate('newPartRequest.reason.gone');
    if (offered && !isValid) {
      return translate('creation.reason.fields', { smart_count: Object.keys(partyProblems(form.getValues())).length });
    }
    return serviceMissing ? translate('creation.reason.service') : null;
  };
  const attempt = () => void form.handleSubmit(() => reason() === null && submission.ask())();
  const refusesPart = useCallback(
    (quantity: number, part: ChosenPart | undefined) => part && refuses(quantity, { partId: part.id, name: part.name }),
    [refuses],
  );
  const addPart = useCallback(
    (part: ChosenPart, quantity: number) => add({ part, name: part.name, quantity, images: [] }),
    [add],
  );

  return (
    <CreationPage
      {...{ draft, missing, submission, untouched }}
      title={target ? translate('newPartRequest.addTo', { number: target.number }) : translate('newPartRequest.title')}
      subtitle={target ? translate('newPartRequest.addToHint') : ''}
      restored={restored > 0 ? translate('newPartRequest.parts', { smart_count: restored }) : undefined}
      reason={reason()}
      submitLabel={translate(target ? 'newPartRequest.submitAdd' : 'creation.submit')}
      uploading={false}
      onAttempt={attempt}
      onClear={state.clear}
      list="part-request/list"
      record="process-part-request"
      back={target ? `process-part-request/${target.id}` : 'part-request/list'}
    >
      <AddPartCard use="PARTS" refuses={refusesPart} onAdd={addPart} />
      <Box sx={{ marginBlock: 1 }}>
        <Button
          variant="text"
          color="primary"
          startIcon={<AddIcon />}
          onClick={() => setProposing(true)}
          sx={{ whiteSpace: 'normal', textAlign: 'start' }}
        >
          {translate('newPartRequest.propose.open')}
        </Button>
      </Box>
      <Card sx={{ marginBottom: 2, overflow: 'clip' }}>
        {items.length === 0 ? (
          <Empty icon={ListIcon} title={translate('newPartRequest.items.emptyTitle')}>
            {translate('newPartRequest.items.emptyText')}
          </Empty>
        ) : (
          <ItemTable items={items} errors={state.itemErrors} onRemove={remove} />
        )}
      </Card>
      {offered && (
        <FormProvider {...form}>
          <Card component="form" noValidate sx={{ marginBottom: 2 }} onSubmit={(event) => event.preventDefault()}>
            <FormParts>
              <ContactForm />
              <AddressForm />
            </FormParts>
          </Card>
        </FormProvider>
      )}
      {proposing && (
        <ProposeDialog
          refuses={(quantity, name) => refuses(quantity, { partId: null, name })}
          onAdd={add}
          onClose={() => setProposing(false)}
        />
      )}
      {submission.asking && (
        <SubmitDialog
          submission={submission}
          title={
            target
              ? translate('newPartRequest.confirm.titleAdd', { number: target.number })
              : translate('newPartRequest.confirm.title')
          }
          submitLabel={translate('newPartRequest.confirm.validate')}
        >
          <ReviewItems items={items} party={offered && form.getValues()} />
        </SubmitDialog>
      )}
    </CreationPage>
  );
}

const asSort = ({ partId, partName, quantity }: PartRequest['requestedParts'][number]) => ({
  partId,
  name: partName,
  quantity,
});

/** Says when there would be more of a part than one request takes. */
function useRoom(there: readonly (Sort & { quantity: number })[]) {
  const translate = useTranslate();
  const { limits } = useMeta();
  return useCallback(
    (quantity: number, sort: Sort): string | undefined => {
      const room = limits.quantity - countOf(there, sort);
      if (quantity <= room) return undefined;
      if (room <= 0) return translate('newPartRequest.mostReached', { max: limits.quantity });
      return translate('newPartRequest.most', { smart_count: room });
    },
    [there, limits.quantity, translate],
  );
}
