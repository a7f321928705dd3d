import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { AddPartCard } from '../../kernel/catalogue/AddPartCard';
import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import { useCategories, useFreshParts } from '../../kernel/catalogue/catalogue';
import { useGuards } from '../../kernel/files/useGuards';
import { useMeta } from '../../server/meta';
import { EarlierDialog } from '../../shared/EarlierDialog';
import { Empty } from '../../shared/Empty';
import { usePath } from '../../shared/links';
import { type GoneFile, removeGoneFiles } from './fileStatus';
import { FormToolsProvider } from './formContext';
import { allUnits, type Cell, groupKey, groupOf } from './groups';
import { Notices, type RestoredNote } from './Notices';
import { PasteDialog, PasteUndo } from './PasteDialog';
import { type Asked, Questions } from './Questions';
import { ReviewDialog } from './ReviewDialog';
import { SubmitBar } from './SubmitBar';
import { UnitList, type UnitListHandle } from './UnitList';
import { useFolded } from './useFolded';

import { usePasteBlocks } from './usePasteBlocks';
import { useRepairForm } from './useRepairForm';
import { useSubmit } from './useSubmit';

/** A client composes a repair request: parts from the catalogue, their units, what is wrong with each. */
export default function NewRepairPage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = usePath();
  const { limits } = useMeta();
  const repair = useRepairForm();
  const { form, groups, latest, missing, uploads, actions, restored } = repair;
  const { folded, toggle, unfold } = useFolded();
  const totals = useSyncExternalStore(uploads.subscribe, uploads.getTotals);
  const list = useRef<UnitListHandle>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [reviewing, setReviewing] = useState(false);
  const [note, setNote] = useState<RestoredNote | null>(
    restored && { at: restored.savedAt, units: allUnits(restored.groups).length },
  );
  const [gone, setGone] = useState<readonly GoneFile[]>([]);
  const { freshOf } = useFreshParts(
    'REPAIR',
    groups.map(({ part }) => part),
  );
  const { data: categories } = useCategories();
  useGuards(totals.sending > 0);

  const goTo = useCallback(
    (unitId: string, cell: Cell | 'attachments') => {
      const group = groupOf(latest.current, unitId);
      if (group) unfold(groupKey(group.part));
      list.current?.focus(unitId, cell);
    },
    [latest, unfold],
  );

  const sending = useSubmit(repair, (first) => {
    // The dialog gives the focus back to its button when it goes: only then can it be moved on.
    flushSync(() => setReviewing(false));
    if (first) goTo(first.unitId, first.cell);
    else window.scrollTo({ top: 0 });
  });
  const pasting = usePasteBlocks(repair);

  const repairOnOpen = useRef(repair);
  useEffect(() => {
    // After a try without an answer the files may belong to the request that arrived: they are not lost.
    if (repairOnOpen.current.uncertain.current) return;
    // Not being able to ask says nothing about the files: they stay, and submitting tells.
    removeGoneFiles(repairOnOpen.current).then(setGone, () => undefined);
  }, []);

  const tools = useMemo(
    () => ({
      form,
      uploads,
      actions,
      fold: toggle,
      askRemoveUnit: (unitId: string) => setAsked({ what: 'unit', unitId }),
      askRemoveGroup: (key: string) => setAsked({ what: 'group', key }),
      addUnit: (key: string) => {
        const group = latest.current.find(({ part }) => groupKey(part) === key);
        if (!group || allUnits(latest.current).length >= limits.units) return;
        unfold(key);
        const [unitId] = actions.add(group.part, 1);
        if (unitId) list.current?.focus(unitId, 'serialNumber');
      },
    }),
    [form, uploads, actions, toggle, unfold, latest, limits.units],
  );

  const add = useCallback(
    (part: ChosenPart, quantity: number) => {
      unfold(groupKey(part));
      const [first] = actions.add(part, quantity);
      if (first) requestAnimationFrame(() => list.current?.focus(first, 'serialNumber'));
    },
    [actions, unfold],
  );

  const total = allUnits(groups).length;
  const room = limits.units - total;
  const noRoom = useCallback(
    (quantity: number) =>
      quantity > room ? translate('newRepair.noRoom', { max: limits.units, smart_count: room }) : undefined,
    [room, limits.units, translate],
  );
  const reason = (): string | null => {
    if (total === 0) return translate('newRepair.reason.empty');
    if (missing > 0) return translate('newRepair.reason.serials', { smart_count: missing });
    if (totals.failed > 0) return translate('newRepair.reason.failed', { smart_count: totals.failed });
    if (totals.sending > 0) return translate('newRepair.reason.sending', { smart_count: totals.sending });
    return null;
  };

  const attempt = () => {
    const firstOf = (wanted: (unitId: string) => boolean) => allUnits(latest.current).find(wanted);
    const review = () => {
      const failed = uploads.failedUnits();
      const place = firstOf((unitId) => failed.has(unitId));
      if (place) return goTo(place, 'attachments');
      if (total > 0 && totals.sending === 0) setReviewing(true);
    };
    const show = () => {
      const place = firstOf((unitId) => !form.getValues(`units.${unitId}.serialNumber`).trim());
      if (place) goTo(place, 'serialNumber');
    };
    void form.handleSubmit(review, show)();
  };

  return (
    <FormToolsProvider value={tools}>
      <Box
        sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%' }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) attempt();
        }}
      >
        <SubmitBar
          saved={repair.saved}
          reason={reason()}
          empty={total === 0}
          onSubmit={attempt}
          onClear={() => setAsked({ what: 'all' })}
          onCancel={() => {
            actions.clear();
            void navigate(path('active-repairs'));
          }}
        />
        <Notices
          {...{ groups, gone }}
          restored={note}
          onRestoredSeen={() => setNote(null)}
          onGoneSeen={() => setGone([])}
          problem={reviewing ? null : sending.problem}
          onAgain={() => setReviewing(true)}
          onProblemSeen={sending.forgetProblem}
        />
        <Box sx={{ mb: 2 }}>
          <AddPartCard use="REPAIR" refuses={noRoom} onAdd={add} />
        </Box>
        {total === 0 ? (
          <Card>
            <Empty icon={HandymanIcon} title={translate('newRepair.emptyTitle')}>
              {translate('newRepair.emptyText')}
            </Empty>
          </Card>
        ) : (
          <UnitList
            ref={list}
            {...{ groups, folded }}
            groupErrors={sending.groupErrors}
            goneMessage={translate('newRepair.partGone')}
            onPasteBlock={pasting.paste}
          />
        )}
        <Questions
          {...{ asked, groups }}
          onClose={() => setAsked(null)}
          onUnit={actions.removeUnit}
          onGroup={actions.removeGroup}
          onAll={() => {
            actions.clear();
            setNote(null);
            setGone([]);
          }}
        />
        <PasteDialog {...pasting} />
        <PasteUndo {...pasting} />
        <EarlierDialog created={sending.earlier} record="process-repair" list="active-repairs" />
        {reviewing && !sending.earlier && (
          <ReviewDialog
            {...{ groups, freshOf }}
            units={form.getValues('units')}
            categoryName={(key) => categories?.find((category) => category.key === key)?.name ?? ''}
            sending={sending.sending}
            problem={sending.problem}
            onSubmit={() => void sending.submit()}
            onClose={() => setReviewing(false)}
          />
        )}
      </Box>
    </FormToolsProvider>
  );
}
