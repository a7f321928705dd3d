import { TextPage } from './TextPage';

/** sts-description: what the portal is and how a request runs. */
export default function Description() {
  return <TextPage name="description" />;
}
