import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { useRepairHints } from '../../../api/instruments';
import type { Repair, RepairPart } from '../../../api/repairs';
import type { ApprovalComment } from '../../../api/requests';
import { AttachmentsButton } from '../../../core/files/AttachmentsButton';
import { isPreviewable } from '../../../core/files/fileRules';
import { usePreview } from '../../../core/files/preview';
import { buildThumbnailUrl, Picture } from '../../../core/files/Thumbnail';
import { useFormat } from '../../../core/i18n/format';
import { Signature } from '../../../core/process/CommentButton';
import { useProcess } from '../../../core/process/processContext';
import { HintLines } from '../../instruments/HintLines';
import { PartLabel } from '../../parts/PartLabel';
import { CostLines, FindingChip, getCostVisibility, Total } from './Findings';
import { ReceiptNote } from './unitColumns';
import { useSerial, useUnitName } from './useUnitName';

interface UnitProps {
  part: RepairPart;
}

/** Image, model and serial number of a unit. */
export function UnitHeading({ part }: UnitProps) {
  return (
    <PartLabel imageUrl={part.imageUrl} name={part.partName} serial={useSerial()(part)}>
      <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
        {[part.serviceTag, part.category.name].filter(Boolean).join(' · ')}
      </Typography>
    </PartLabel>
  );
}

interface DetailSectionProps {
  title: string;
  /** Content at the end of the title line. */
  extra?: ReactNode;
  children: ReactNode;
}

/** Titled section of the unit details. */
export function DetailSection({ title, extra, children }: DetailSectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ marginTop: 1.5, '&:first-of-type': { marginTop: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, marginBottom: 0.5 }}>
        <Typography id={id} variant="subtitle2" component="h3" sx={{ flex: 1, color: 'text.tertiary' }}>
          {title}
        </Typography>
        {extra}
      </Box>
      {children}
    </Box>
  );
}

/** Text of a unit with its line breaks, or a placeholder. */
export function DetailText({ children }: { children: string | null | undefined }) {
  const translate = useTranslate();
  return (
    <Typography
      variant="body2"
      sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', color: children ? 'text.primary' : 'text.tertiary' }}
    >
      {children || translate('repair.unit.noText')}
    </Typography>
  );
}

/** Number of images next to the button for all files. */
const MAX_PICTURES = 3;
const PICTURE_SIZE = 64;

/** First images of a unit, and a button for all its files. */
export function UnitFiles({ part }: UnitProps) {
  const formatUnitName = useUnitName();
  const { open } = usePreview();
  const files = part.attachments;
  if (files.length === 0) return null;
  const images = files.flatMap(({ name, previewUrl }) =>
    previewUrl && isPreviewable(name) ? [{ src: previewUrl, name }] : [],
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 1.5 }}>
      {images.slice(0, MAX_PICTURES).map(({ src, name }, index) => (
        <Picture
          key={src}
          crop
          src={buildThumbnailUrl(src)}
          name={name}
          size={PICTURE_SIZE}
          onOpen={() => open(images, index)}
        >
          {null}
        </Picture>
      ))}
      <AttachmentsButton files={files} ownerName={formatUnitName(part)} />
    </Box>
  );
}

/** Problem description of a unit, and any difference at the goods receipt. */
export function UnitProblem({ part }: UnitProps) {
  const translate = useTranslate();
  return (
    <DetailSection title={translate('repair.column.problemDescription')}>
      <DetailText>{part.problemDescription}</DetailText>
      <ReceiptNote part={part} />
    </DetailSection>
  );
}

/** Diagnosis of a unit with its comment. */
export function UnitDiagnosis({ part }: UnitProps) {
  const translate = useTranslate();
  if (!part.diagnosticInfo?.status && !part.isMissing) return null;
  return (
    <DetailSection title={translate('repair.column.result')} extra={<FindingChip part={part} />}>
      {part.diagnosticInfo?.comment && <DetailText>{part.diagnosticInfo.comment}</DetailText>}
    </DetailSection>
  );
}

/** Files, problem, diagnosis and visible cost of a unit. */
export function UnitFindings({ part }: UnitProps) {
  return (
    <>
      <UnitFiles part={part} />
      <UnitProblem part={part} />
      <UnitDiagnosis part={part} />
      {getCostVisibility([part]).total && part.diagnosticInfo?.status && <UnitCost part={part} />}
    </>
  );
}

/** Cost of a unit by item, with the average of its model. */
export function UnitCost({ part }: UnitProps) {
  const translate = useTranslate();
  return (
    <DetailSection title={translate('repair.unit.cost')} extra={<ModelAverage part={part} />}>
      <CostLines part={part} />
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          marginTop: 0.5,
          paddingTop: 0.5,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Typography variant="body2" component="span" sx={{ fontWeight: 'fontWeightBold' }}>
          {translate('repair.column.total')}
        </Typography>
        <Total part={part} />
      </Box>
    </DetailSection>
  );
}

function useHint(part: RepairPart) {
  const { record } = useProcess<Repair>();
  return useRepairHints(record.id).data?.get(part.id);
}

/** Average repair cost of the model; nothing if the server has no figure. */
export function ModelAverage({ part }: UnitProps) {
  const translate = useTranslate();
  const { money } = useFormat();
  const { modelCost, modelCases } = useHint(part) ?? {};
  if (!modelCost || !modelCases) return null;
  return (
    <Typography variant="body2" component="span" sx={{ color: 'text.tertiary' }}>
      {translate('repair.unit.modelAverage', { amount: money(modelCost), smart_count: modelCases })}
    </Typography>
  );
}

/** History of the instrument; nothing if it is new. */
export function UnitHistory({ part }: UnitProps) {
  const hint = useHint(part);
  return hint ? (
    <Box sx={{ marginTop: 1.5 }}>
      <HintLines hint={hint} serialNumber={part.serialNumber} hasModelCost={false} />
    </Box>
  ) : null;
}

/** Read-only approval comment of a unit. */
export function UnitApprovalComment({ comment }: { comment: ApprovalComment | undefined }) {
  const translate = useTranslate();
  if (!comment?.text) return null;
  return (
    <DetailSection title={translate('repair.column.approvalComment')}>
      <DetailText>{comment.text}</DetailText>
      <Signature comment={comment} />
    </DetailSection>
  );
}
