import AddIcon from '@mui/icons-material/Add';
import ListIcon from '@mui/icons-material/PlaylistAdd';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { AddPartCard } from '../../kernel/catalogue/AddPartCard';
import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import { PaneBody } from '../../kernel/process/FormPane';
import type { PartRequest } from '../../processes/partRequest/types';
import { useMeta } from '../../server/meta';
import { EarlierDialog } from '../../shared/EarlierDialog';
import { Empty } from '../../shared/Empty';
import { usePath } from '../../shared/links';
import { ownTime } from '../../shared/newYork';
import { PageHeader } from '../../shared/PageHeader';
import { AddressForm } from '../../shared/shipping/AddressForm';
import { ContactForm } from '../../shared/shipping/ContactForm';
import type { PartyForm } from '../../shared/shipping/party';
import { ConfirmSubmit } from './ConfirmSubmit';
import { ItemTable, useItemLabel } from './ItemTable';
import { countOf, type NewItem, type Sort, sortsOf } from './items';
import { ProposeDialog } from './ProposeDialog';
import { SubmitBar } from './SubmitBar';
import { usePartRequestForm } from './usePartRequestForm';
import { useSubmit } from './useSubmit';

interface PartRequestFormProps {
  /** The request that gets the items; null for a new one. */
  target: PartRequest | null;
  /** The contact and address that were looked up; null where none are asked for. */
  offered: PartyForm | null;
}

/** Choose parts, propose what the catalogue lacks, say where they go, submit. */
export function PartRequestForm({ target, offered }: PartRequestFormProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = usePath();
  const { choices } = useMeta();
  const state = usePartRequestForm(target?.id ?? null, offered);
  const { form, items, add, remove } = state;
  const { isValid, isDirty } = useFormState({ control: form.control });
  const { submit, sending, problem, earlier, forgetProblem } = useSubmit(state, target, () =>
    flushSync(() => setConfirming(false)),
  );
  const [proposing, setProposing] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [noted, setNoted] = useState(state.restoredAt !== null);
  const label = useItemLabel(items);
  const refuses = useRoom(
    useMemo(() => [...sortsOf(items), ...(target?.requestedParts ?? []).map(asSort)], [items, target]),
  );

  const title = target
    ? translate('newPartRequest.addTo', { number: target.number })
    : translate('newPartRequest.title');
  const reason = (): string | null => {
    if (items.length === 0) return translate('newPartRequest.reason.empty');
    if (items.some((item) => !item.part && item.images.length === 0))
      return translate('newPartRequest.reason.pictures');
    if (items.some((item) => label(item).problem)) return translate('newPartRequest.reason.gone');
    return offered && !isValid ? translate('newPartRequest.reason.contact') : null;
  };
  const ask = () => {
    forgetProblem();
    setConfirming(true);
  };
  const discard = () => {
    state.drop();
    void navigate(path(target ? `process-part-request/${target.id}` : 'part-request/list'));
  };
  const refusesPart = useCallback(
    (quantity: number, part: ChosenPart | undefined) => part && refuses(quantity, { partId: part.id, name: part.name }),
    [refuses],
  );
  const addPart = useCallback(
    (part: ChosenPart, quantity: number) => add({ part, name: part.name, quantity, images: [] }),
    [add],
  );

  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%' }}
      onKeyDown={(event) => {
        const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"]');
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !inDialog && reason() === null) ask();
      }}
    >
      <PageHeader title={title} subtitle={target ? translate('newPartRequest.addToHint') : null} />
      <Notes
        state={state}
        restored={noted}
        onRestoredSeen={() => setNoted(false)}
        problem={confirming ? null : problem}
        onProblemSeen={forgetProblem}
      />
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
      <Card sx={{ marginBottom: 2, overflow: 'visible' }}>
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
            <PaneBody>
              <ContactForm />
              <AddressForm countries={choices.countries ?? []} />
            </PaneBody>
          </Card>
        </FormProvider>
      )}
      <Box sx={{ flex: 1 }} />
      <SubmitBar
        label={translate(target ? 'newPartRequest.submitAdd' : 'newPartRequest.submit')}
        reason={reason()}
        untouched={items.length === 0 && !isDirty && state.restoredAt === null}
        onSubmit={ask}
        onDiscard={discard}
      />
      {proposing && (
        <ProposeDialog
          refuses={(quantity, name) => refuses(quantity, { partId: null, name })}
          onAdd={(item: NewItem) => add(item)}
          onClose={() => setProposing(false)}
        />
      )}
      {confirming && (
        <ConfirmSubmit
          items={items}
          party={offered && form.getValues()}
          target={target?.number ?? null}
          sending={sending}
          problem={problem}
          onSubmit={() => void submit()}
          onClose={() => setConfirming(false)}
        />
      )}
      <EarlierDialog created={earlier} record="process-part-request" list="part-request/list" />
    </Box>
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

interface NotesProps {
  state: ReturnType<typeof usePartRequestForm>;
  restored: boolean;
  onRestoredSeen: () => void;
  problem: { message: string } | null;
  onProblemSeen: () => void;
}

/** What the page has to say above the form: a draft that came back, pictures that did not, a submit that failed. */
function Notes({ state, restored, onRestoredSeen, problem, onProblemSeen }: NotesProps) {
  const translate = useTranslate();
  const closeText = translate('shared.close');
  const { gone, restoredAt } = state;
  return (
    <Box sx={{ display: 'grid', gap: 1, marginBottom: 2, '&:empty': { display: 'none' } }}>
      {problem && (
        <Alert severity="error" onClose={onProblemSeen} closeText={closeText}>
          {problem.message}
        </Alert>
      )}
      {restored && restoredAt && (
        <Alert severity="info" role="status" onClose={onRestoredSeen} closeText={closeText}>
          {translate('newPartRequest.restored', { time: ownTime(restoredAt) })}
        </Alert>
      )}
      {gone.length > 0 && (
        <Alert severity="warning" onClose={state.forgetGone} closeText={closeText}>
          {translate('newPartRequest.gone', { smart_count: gone.length, names: gone.join(', ') })}
        </Alert>
      )}
    </Box>
  );
}
