import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useCategories, useFreshParts } from '../../kernel/catalogue/catalogue';
import type { RowGroup } from '../../kernel/table/declaration';
import { GroupHeading } from './GroupHeading';
import type { ListActions } from './groups';
import { type Groups, groupKey, type Unit, unitsOf } from './groups';

const noUnits: readonly Unit[] = [];

/** The panels of the list: a heading for each part, its units unless it is folded. */
export function useUnitGroups(
  groups: Groups,
  folded: ReadonlySet<string>,
  errors: ReadonlyMap<string, string>,
  on: ListActions,
): RowGroup<Unit>[] {
  const translate = useTranslate();
  const { data: categories } = useCategories();
  const { freshOf, isGone } = useFreshParts(
    'REPAIR',
    useMemo(() => groups.map(({ part }) => part), [groups]),
  );
  return useMemo(
    () =>
      groups.map((group) => {
        const key = groupKey(group.part);
        const open = !folded.has(key);
        const gone = isGone(group.part) ? translate('newRepair.partGone') : undefined;
        return {
          key,
          rows: open ? unitsOf(group) : noUnits,
          heading: (
            <GroupHeading
              part={freshOf(group.part)}
              categoryName={categories?.find((category) => category.key === group.part.category)?.name ?? ''}
              count={group.unitIds.length}
              open={open}
              error={errors.get(key) ?? gone}
              onFold={() => on.onFold(key)}
              onAddUnit={() => on.onAddUnit(key)}
              onRemove={() => on.onRemoveGroup(key)}
            />
          ),
        };
      }),
    [groups, folded, errors, on, categories, freshOf, isGone, translate],
  );
}
