/* tls.c: see tls.h. Everything goes through memory: OpenSSL never sees a socket. */
#include "tls.h"

#include <assert.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

struct tls_keys {
    SSL_CTX *context;
    char *certificate, *key; /* names of files; NULL: a client's */
};

struct tls {
    SSL *ssl;
    BIO *in, *out; /* encrypted; they belong to `ssl` */
};

/* ---- Certificates ---- */

static bool fail(struct tls_trouble *trouble, enum tls_trouble_kind kind, const char *file)
{
    *trouble = (struct tls_trouble){.kind = kind, .error = errno};
    snprintf(trouble->file, sizeof trouble->file, "%s", file);
    return false;
}

static bool readable(const char *file, struct tls_trouble *trouble)
{
    FILE *stream = fopen(file, "r");
    if (stream == NULL) return fail(trouble, TLS_UNREADABLE, file);
    fclose(stream);
    return true;
}

/* Browsers offer newer protocols besides; we speak one. */
static int protocol_choose(SSL *ssl, const unsigned char **chosen, unsigned char *length,
                           const unsigned char *offered, unsigned offered_length, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *found;
    (void)ssl;
    (void)context;
    if (SSL_select_next_proto(&found, length, ours, sizeof ours - 1, offered, offered_length) !=
        OPENSSL_NPN_NEGOTIATED) {
        return SSL_TLSEXT_ERR_NOACK;
    }
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

static SSL_CTX *context_new(const SSL_METHOD *method)
{
    SSL_CTX *context = SSL_CTX_new(method);
    assert(context != NULL);
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    return context;
}

static bool context_fill(SSL_CTX *context, const struct tls_keys *keys, struct tls_trouble *trouble)
{
    ERR_clear_error();
    if (!readable(keys->certificate, trouble) || !readable(keys->key, trouble)) return false;
    if (SSL_CTX_use_certificate_chain_file(context, keys->certificate) != 1) {
        return fail(trouble, TLS_NO_CERTIFICATE, keys->certificate);
    }
    /* A key of another kind is kept beside the certificate, and found out only afterwards. */
    const bool read = SSL_CTX_use_PrivateKey_file(context, keys->key, SSL_FILETYPE_PEM) == 1;
    if (read && SSL_CTX_check_private_key(context) == 1) return true;
    const bool other = read || ERR_GET_LIB(ERR_peek_last_error()) == ERR_LIB_X509;
    return fail(trouble, other ? TLS_OTHER_KEY : TLS_NO_KEY, keys->key);
}

bool tls_keys_renew(struct tls_keys *keys, struct tls_trouble *trouble)
{
    SSL_CTX *context = context_new(TLS_server_method());
    SSL_CTX_set_alpn_select_cb(context, protocol_choose, NULL);
    SSL_CTX_set_options(context, SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    if (!context_fill(context, keys, trouble)) {
        SSL_CTX_free(context);
        return false;
    }
    SSL_CTX_free(keys->context); /* connections that have it keep it */
    keys->context = context;
    return true;
}

struct tls_keys *tls_keys_read(const char *files, struct tls_trouble *trouble)
{
    const char *comma = strchr(files, ',');
    if (comma == NULL || comma == files || comma[1] == '\0') {
        fail(trouble, TLS_NOT_TWO_FILES, files);
        return NULL;
    }
    struct tls_keys *keys = calloc(1, sizeof *keys);
    assert(keys != NULL);
    keys->certificate = strndup(files, (size_t)(comma - files));
    keys->key = strdup(comma + 1);
    assert(keys->certificate != NULL && keys->key != NULL);
    if (tls_keys_renew(keys, trouble)) return keys;
    tls_keys_free(keys);
    return NULL;
}

struct tls_keys *tls_keys_trusted(void)
{
    struct tls_keys *keys = calloc(1, sizeof *keys);
    assert(keys != NULL);
    keys->context = context_new(TLS_client_method());
    SSL_CTX_set_default_verify_paths(keys->context);
    SSL_CTX_set_verify(keys->context, SSL_VERIFY_PEER, NULL);
    return keys;
}

void tls_keys_free(struct tls_keys *keys)
{
    if (keys == NULL) return;
    SSL_CTX_free(keys->context);
    free(keys->certificate);
    free(keys->key);
    free(keys);
}

/* ---- Connections ---- */

struct tls *tls_new(const struct tls_keys *keys)
{
    struct tls *tls = calloc(1, sizeof *tls);
    assert(tls != NULL);
    tls->ssl = SSL_new(keys->context);
    tls->in = BIO_new(BIO_s_mem());
    tls->out = BIO_new(BIO_s_mem());
    assert(tls->ssl != NULL && tls->in != NULL && tls->out != NULL);
    SSL_set_bio(tls->ssl, tls->in, tls->out);
    SSL_set_accept_state(tls->ssl);
    return tls;
}

struct tls *tls_new_client(const struct tls_keys *keys, const char *host)
{
    struct tls *tls = tls_new(keys);
    SSL_set_connect_state(tls->ssl);
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls->ssl), host) != 1) {
        SSL_set1_host(tls->ssl, host);
        SSL_set_tlsext_host_name(tls->ssl, host);
    }
    SSL_do_handshake(tls->ssl);
    return tls;
}

void tls_free(struct tls *tls)
{
    if (tls == NULL) return;
    SSL_free(tls->ssl);
    free(tls);
}

void tls_feed(struct tls *tls, const void *bytes, size_t length)
{
    const int taken = BIO_write(tls->in, bytes, (int)length);
    assert(taken == (int)length);
}

ssize_t tls_open(struct tls *tls, void *bytes, size_t size)
{
    size_t opened = 0;
    ERR_clear_error();
    if (SSL_read_ex(tls->ssl, bytes, size, &opened) == 1) return (ssize_t)opened;
    switch (SSL_get_error(tls->ssl, 0)) {
    case SSL_ERROR_WANT_READ: return TLS_WAITS;
    case SSL_ERROR_ZERO_RETURN: return TLS_ENDED;
    default: return TLS_BROKEN;
    }
}

bool tls_ready(const struct tls *tls) { return SSL_is_init_finished(tls->ssl) == 1; }

void tls_take(struct tls *tls, struct buffer *out)
{
    char *bytes;
    const long length = BIO_get_mem_data(tls->out, &bytes);
    if (length > 0) buffer_add(out, bytes, (size_t)length);
    BIO_reset(tls->out);
}

bool tls_seal(struct tls *tls, const void *bytes, size_t length, struct buffer *out)
{
    size_t sealed = 0;
    ERR_clear_error();
    if (!tls_ready(tls) || SSL_write_ex(tls->ssl, bytes, length, &sealed) != 1) return false;
    assert(sealed == length); /* memory takes everything */
    tls_take(tls, out);
    return true;
}

void tls_end(struct tls *tls)
{
    ERR_clear_error();
    if (tls_ready(tls)) SSL_shutdown(tls->ssl);
}

const char *tls_distrust(const struct tls *tls)
{
    const long result = SSL_get_verify_result(tls->ssl);
    return result == X509_V_OK ? NULL : X509_verify_cert_error_string(result);
}
