"""Storage settings from STORAGE_URL, and creation of its bucket."""

from typing import Any
from urllib.parse import parse_qs, unquote

from django.core.files.storage import default_storage

from portal_backend.core.environment import has_valid_host, parse_url, raise_invalid_setting

STORAGE_SCHEMES = ("s3+https", "s3+http")
# larger files are buffered on disk during a transfer
MAX_IN_MEMORY_BYTES = 1_000_000


def build_storage_settings(url: str) -> dict[str, Any]:
    """Build Django's storage settings for `s3+https://KEY:SECRET@host:port/bucket`.

    The query may set `region`. Without a key boto uses its default credential chain (environment variables, instance
    role).
    """
    from boto3.s3.transfer import TransferConfig  # type: ignore[import-untyped]
    from botocore.config import Config

    parts = parse_url(url)
    bucket = parts.path.strip("/") if parts else ""
    if parts is None or not has_valid_host(url, STORAGE_SCHEMES) or not bucket or "/" in bucket:
        raise_invalid_setting("STORAGE_URL", "s3+https://KEY:SECRET@host/bucket")
    options = {
        "bucket_name": bucket,
        "endpoint_url": f"{parts.scheme.removeprefix('s3+')}://{parts.netloc.rpartition('@')[2]}",
        "access_key": unquote(parts.username) if parts.username else None,
        "secret_key": unquote(parts.password) if parts.password else None,
        "region_name": parse_qs(parts.query).get("region", ["us-east-1"])[0],
        "max_memory_size": MAX_IN_MEMORY_BYTES,
        "transfer_config": TransferConfig(num_download_attempts=1),  # the client that waits for the file retries
        "client_config": Config(
            signature_version="s3v4",
            s3={"addressing_style": "path"},
            # fail fast: requests wait for the storage
            connect_timeout=2,
            read_timeout=2,
            retries={"mode": "standard", "total_max_attempts": 2},
            # S3-compatible servers may not support its newer checksums
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        ),
    }
    return {"BACKEND": "portal_backend.core.s3.CircuitBreakerS3Storage", "OPTIONS": options}


def ensure_bucket() -> bool:
    """Create the bucket if it is missing; return whether it was created.

    For installations that start with an empty object storage of their own.
    """
    from botocore.exceptions import ClientError

    client = default_storage.connection.meta.client  # type: ignore[attr-defined]
    name = default_storage.bucket_name  # type: ignore[attr-defined]
    try:
        client.head_bucket(Bucket=name)
    except ClientError as error:
        if error.response["ResponseMetadata"]["HTTPStatusCode"] != 404:
            raise
        client.create_bucket(Bucket=name)
        return True
    return False
