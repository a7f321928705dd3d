import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { AddPartCard } from '../../kernel/catalogue/AddPartCard';
import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import { useCategories, useFreshParts } from '../../kernel/catalogue/catalogue';
import { CreationPage } from '../../kernel/creation/CreationPage';
import { useServiceMissing } from '../../kernel/creation/useServiceMissing';
import { useMeta } from '../../server/meta';
import { Empty } from '../../shared/Empty';
import { allUnits, type Cell, groupKey, groupOf } from './groups';
import { PasteDialog, PasteUndo } from './PasteDialog';
import { type Asked, Questions } from './Questions';
import { RequiredHelp } from './RequiredHelp';
import { ReviewDialog } from './ReviewDialog';
import { type Goal, UnitList } from './UnitList';
import { useFolded } from './useFolded';
import { usePasteBlocks } from './usePasteBlocks';
import { useRepairForm } from './useRepairForm';
import { useRepairSubmission } from './useRepairSubmission';

/** A client composes a repair request: parts from the catalogue, their units, what is wrong with each. */
export default function NewRepairPage() {
  const translate = useTranslate();
  const { limits } = useMeta();
  const repair = useRepairForm();
  const { form, groups, latest, missingSerials, uploads, actions, draft } = repair;
  const { folded, toggle, unfold } = useFolded();
  const totals = useSyncExternalStore(uploads.subscribe, uploads.getTotals);
  const [goal, setGoal] = useState<Goal | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { freshOf } = useFreshParts(
    'REPAIR',
    groups.map(({ part }) => part),
  );
  const { data: categories } = useCategories();
  const serviceMissing = useServiceMissing();
  const total = allUnits(groups).length;
  const [restored] = useState(total);

  const goTo = useCallback(
    (unitId: string, cell: Cell | 'attachments') => {
      const group = groupOf(latest.current, unitId);
      if (group) unfold(groupKey(group.part));
      setGoal({ unitId, cell });
    },
    [latest, unfold],
  );
  const { missing, submission, groupErrors, forgetGroupErrors } = useRepairSubmission(repair, goTo);
  const pasting = usePasteBlocks(repair);

  const on = useMemo(
    () => ({
      onFold: toggle,
      onRemoveUnit: (unitId: string) => setAsked({ what: 'unit', unitId }),
      onRemoveGroup: (key: string) => setAsked({ what: 'group', key }),
      onAddUnit: (key: string) => {
        const group = latest.current.find(({ part }) => groupKey(part) === key);
        if (!group || allUnits(latest.current).length >= limits.units) return;
        const [unitId] = actions.add(group.part, 1);
        if (unitId) goTo(unitId, 'serialNumber');
      },
    }),
    [actions, toggle, goTo, latest, limits.units],
  );

  const add = useCallback(
    (part: ChosenPart, quantity: number) => {
      const [first] = actions.add(part, quantity);
      if (first) goTo(first, 'serialNumber');
    },
    [actions, goTo],
  );

  const room = limits.units - total;
  const noRoom = useCallback(
    (quantity: number) =>
      quantity > room ? { message: 'newRepair.noRoom', args: { max: limits.units, smart_count: room } } : undefined,
    [room, limits.units],
  );
  const reason = (): string | null => {
    if (total === 0) return translate('creation.reason.untouched');
    if (missingSerials > 0) return translate('newRepair.reason.serials', { smart_count: missingSerials });
    if (totals.failed > 0) return translate('creation.reason.failed', { smart_count: totals.failed });
    if (totals.sending > 0) return translate('creation.reason.sending', { smart_count: totals.sending });
    return serviceMissing ? translate('creation.reason.service') : null;
  };

  const attempt = () => {
    const firstOf = (wanted: (unitId: string) => boolean) => allUnits(latest.current).find(wanted);
    const review = () => {
      const failed = uploads.failedUnits();
      const place = firstOf((unitId) => failed.has(unitId));
      if (place) goTo(place, 'attachments');
      else if (reason() === null) submission.ask();
    };
    const show = () => {
      const place = firstOf((unitId) => !form.getValues(`units.${unitId}.serialNumber`).trim());
      if (place) goTo(place, 'serialNumber');
    };
    void form.handleSubmit(review, show)();
  };

  return (
    <CreationPage
      {...{ draft, missing, submission }}
      title={translate('newRepair.title')}
      help={<RequiredHelp />}
      restored={translate('newRepair.units', { smart_count: restored })}
      untouched={total === 0}
      reason={reason()}
      uploading={totals.sending > 0}
      onAttempt={attempt}
      onClear={() => {
        actions.clear();
        forgetGroupErrors();
      }}
      list="active-repairs"
      record="process-repair"
    >
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
        <UnitList {...{ form, uploads, actions, groups, folded, groupErrors, goal, on }} onPasteBlock={pasting.paste} />
      )}
      <Questions
        {...{ asked, groups }}
        onClose={() => setAsked(null)}
        onUnit={actions.removeUnit}
        onGroup={actions.removeGroup}
      />
      <PasteDialog {...pasting} />
      <PasteUndo {...pasting} />
      {submission.asking && (
        <ReviewDialog
          {...{ groups, freshOf, submission }}
          units={form.getValues('units')}
          categoryName={(key) => categories?.find((category) => category.key === key)?.name ?? ''}
        />
      )}
    </CreationPage>
  );
}
