import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { PartRequest } from '../../../api/partRequests';
import type { SelectedPart } from '../../../api/parts';
import { NewRequestPage } from '../../../core/creation/NewRequestPage';
import { SubmitDialog } from '../../../core/creation/RequestDialogs';
import { SourceRequestNote } from '../../../core/creation/SourceRequestPage';
import type { SourceRequest } from '../../../core/creation/sourceRequest';
import { FormSections } from '../../../core/forms/FormSection';
import { validateOnBlurWhenDirty } from '../../../core/forms/validateOnBlurWhenDirty';
import { EmptyLine } from '../../../core/ui/EmptyState';
import { AddPartCard } from '../../parts/AddPartCard';
import { validateQuantity } from '../../parts/quantity';
import { PartyInputs, PartyLines } from '../../shipping/PartyFields';
import type { PartyForm } from '../../shipping/shippingValues';
import { ItemTable } from './ItemTable';
import { countItems, type Item, type ItemType, toItemTypes } from './items';
import { ProposePartDialog } from './ProposePartDialog';
import { usePartRequest } from './usePartRequest';

interface PartRequestFormProps {
  /** Request that gets the items; null for a new one. */
  target: PartRequest | null;
  /** Prefilled contact and address; null if the form has none. */
  offered: PartyForm | null;
  /** Remote support request that this one follows up. */
  origin: SourceRequest | null;
}

/** Form to choose or propose parts, enter the destination and submit. */
export function PartRequestForm({ target, offered, origin }: PartRequestFormProps) {
  const translate = useTranslate();
  const { form, items, itemErrors, label, creation, add, setQuantity, remove } = usePartRequest(
    target,
    offered,
    origin,
  );
  const { submission } = creation;
  const [proposing, setProposing] = useState(false);
  const propose = useRef<HTMLButtonElement>(null);
  const removeItem = (id: number) => {
    remove(id);
    // The table, which has the focus, is removed with the last item.
    if (items.length === 1) propose.current?.focus();
  };
  const targetItems = useMemo(() => (target?.requestedParts ?? []).map(toItemType), [target]);
  const validateTotal = useRemainingPlaces(
    useMemo(() => [...toItemTypes(items), ...targetItems], [items, targetItems]),
  );
  const validateTargetTotal = useRemainingPlaces(targetItems);
  const { limits } = useMeta();
  const validateItemQuantity = useCallback(
    ({ part, name }: Item, text: string) => {
      const problem = validateQuantity(text, limits.quantity);
      if (!problem) return validateTargetTotal(Number(text), { partId: part?.id ?? null, name });
      return typeof problem === 'string' ? translate(problem) : translate(problem.message, problem.args);
    },
    [validateTargetTotal, limits.quantity, translate],
  );
  const validatePartTotal = useCallback(
    (quantity: number, part: SelectedPart | undefined) =>
      part && validateTotal(quantity, { partId: part.id, name: part.name }),
    [validateTotal],
  );
  const addPart = useCallback(
    (part: SelectedPart, quantity: number) => add({ part, name: part.name, quantity, images: [] }),
    [add],
  );
  const proposeButton = useMemo(
    () => (
      <Button
        ref={propose}
        variant="text"
        color="primary"
        startIcon={<AddIcon />}
        onClick={() => setProposing(true)}
        // Its icon is at the edge of the fields.
        sx={{ marginTop: 1, marginBottom: -1, marginInlineStart: -1.5, whiteSpace: 'normal', textAlign: 'start' }}
      >
        {translate('newPartRequest.propose.open')}
      </Button>
    ),
    [translate],
  );
  const messages = target ? addItemsMessages : newRequestMessages;
  const number = target?.number;

  return (
    <NewRequestPage
      creation={creation}
      title={translate(messages.title, { number })}
      {...(target ? { subtitle: translate('newPartRequest.addToHint') } : {})}
      contents={items.length > 0 ? translate('newPartRequest.parts', { smart_count: items.length }) : undefined}
      submitLabel={translate(messages.submit)}
      list="part-request/list"
      record="process-part-request"
    >
      {origin && <SourceRequestNote origin={origin} hint={translate('newPartRequest.originHint')} />}
      <AddPartCard use="PARTS" validateTotal={validatePartTotal} onAdd={addPart} footer={proposeButton} />
      <Card sx={{ marginBlock: 2, overflow: 'clip' }}>
        {items.length === 0 ? (
          <EmptyLine title={translate('newPartRequest.items.emptyTitle')}>
            {translate('newPartRequest.items.emptyText')}
          </EmptyLine>
        ) : (
          <ItemTable
            items={items}
            errors={itemErrors}
            label={label}
            validate={validateItemQuantity}
            onQuantity={setQuantity}
            onRemove={removeItem}
          />
        )}
      </Card>
      {offered && (
        <FormProvider {...form}>
          <Card
            component="form"
            noValidate
            sx={{ marginBottom: 2 }}
            onSubmit={(event) => event.preventDefault()}
            {...validateOnBlurWhenDirty(form)}
          >
            <FormSections>
              <PartyInputs />
            </FormSections>
          </Card>
        </FormProvider>
      )}
      {proposing && (
        <ProposePartDialog
          validateTotal={(quantity, name) => validateTotal(quantity, { partId: null, name })}
          onAdd={add}
          onClose={() => setProposing(false)}
        />
      )}
      {submission.isConfirmOpen && (
        <SubmitDialog
          submission={submission}
          title={translate(messages.question, { number })}
          submitLabel={translate('newPartRequest.confirm.validate')}
        >
          <ReviewItems items={items} party={offered && form.getValues()} />
        </SubmitDialog>
      )}
    </NewRequestPage>
  );
}

const newRequestMessages = {
  title: 'newPartRequest.title',
  submit: 'creation.submit',
  question: 'newPartRequest.confirm.title',
};
const addItemsMessages = {
  title: 'newPartRequest.addTo',
  submit: 'newPartRequest.submitAdd',
  question: 'newPartRequest.confirm.titleAdd',
};

interface ReviewItemsProps {
  items: readonly Item[];
  /** Destination; null when items are added to a request. */
  party: PartyForm | null;
}

/** Summary of items and destination before the submission. */
function ReviewItems({ items, party }: ReviewItemsProps) {
  const translate = useTranslate();
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, maxHeight: 240, overflowY: 'auto' }}>
        {items.map(({ id, name, quantity }) => (
          <Typography component="li" key={id} sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
            {translate('partRequest.line', { name, quantity })}
          </Typography>
        ))}
      </Box>
      {party && (
        <Box sx={{ marginTop: 2 }}>
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {translate('newPartRequest.confirm.to')}
          </Typography>
          <Typography sx={{ color: 'text.primary', whiteSpace: 'pre-line' }}>
            <PartyLines {...party} />
          </Typography>
        </Box>
      )}
    </>
  );
}

const toItemType = ({ partId, partName, quantity }: PartRequest['requestedParts'][number]) => ({
  partId,
  name: partName,
  quantity,
});

/** Return a validator of the maximum quantity of a part per request. */
function useRemainingPlaces(existing: readonly (ItemType & { quantity: number })[]) {
  const translate = useTranslate();
  const { limits } = useMeta();
  return useCallback(
    (quantity: number, sort: ItemType): string | undefined => {
      const remaining = limits.quantity - countItems(existing, sort);
      if (quantity <= remaining) return undefined;
      if (remaining <= 0) return translate('newPartRequest.mostReached', { max: limits.quantity });
      return translate('newPartRequest.most', { smart_count: remaining });
    },
    [existing, limits.quantity, translate],
  );
}
