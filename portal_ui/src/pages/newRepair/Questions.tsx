import { useTranslate } from 'ra-core';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { type Groups, groupKey, groupOf } from './groups';

/** What the page asks about before it is removed. */
export type Asked = { what: 'unit'; unitId: string } | { what: 'group'; key: string };

type QuestionsProps = {
  asked: Asked | null;
  groups: Groups;
  onClose: () => void;
  onUnit: (unitId: string) => void;
  onGroup: (key: string) => void;
};

/** Asks before one unit or one group goes. */
export function Questions({ asked, groups, onClose, onUnit, onGroup }: QuestionsProps) {
  const translate = useTranslate();
  if (!asked) return null;

  const words = (): { key: string; values: Record<string, string | number> } => {
    if (asked.what === 'group') {
      const group = groups.find(({ part }) => groupKey(part) === asked.key);
      return { key: 'removeGroup', values: { part: group?.part.name ?? '', smart_count: group?.unitIds.length ?? 0 } };
    }
    const group = groupOf(groups, asked.unitId);
    const number = (group?.unitIds.indexOf(asked.unitId) ?? 0) + 1;
    const last = group?.unitIds.length === 1;
    return {
      key: last ? 'removeLastUnit' : 'removeUnit',
      values: { unit: translate('newRepair.unitOf', { number, part: group?.part.name ?? '' }) },
    };
  };

  const confirm = () => {
    if (asked.what === 'unit') onUnit(asked.unitId);
    else onGroup(asked.key);
    onClose();
  };

  const { key, values } = words();
  return (
    <ConfirmDialog
      open
      danger
      title={translate(`newRepair.${key}.title`, values)}
      confirmLabel={translate(`newRepair.${key}.confirm`)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {translate(`newRepair.${key}.text`, values)}
    </ConfirmDialog>
  );
}
